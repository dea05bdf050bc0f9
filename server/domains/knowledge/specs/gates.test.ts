import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'

for (const engine of oneEngine) {
  describe(`specs at feature gates, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      await ada.call('workflows.create', {
        name: 'Strict',
        gates: [{ name: 'design', requirements: [{ kind: 'evidence', anyOf: ['spec'], verified: true }] }],
      })
    })
    after(() => server.stop())

    const write = async (links: string[] = []) =>
      (await ada.call('specs.create', { project: 'web', title: 'Checkout', content: 'Pay.', links })).key
    const feature = async (workflow = 'strict') =>
      (await ada.call('features.create', { project: 'web', title: 'Checkout', workflow })).key
    const missing = async (key: string) => (await ada.call('features.get', { feature: key })).missing
    const approve = async (spec: string) => {
      await ada.call('specs.update', { spec, status: 'review' })
      await ada.call('specs.update', { spec, status: 'approved' })
    }

    it('passes a gate that requires a verified spec once the linked spec is approved', async () => {
      const key = await feature()
      const spec = await write([key])
      const [lacking] = await missing(key)
      assert.deepEqual(
        [lacking!.needs, lacking!.have, lacking!.notCounted![0]!.finding],
        ['A verified spec.', 0, `${spec} is a draft, and not approved yet.`],
      )
      await assert.rejects(ada.call('features.advance', { feature: key }), { code: 'gate_not_passed' })
      await approve(spec)
      assert.equal((await ada.call('features.advance', { feature: key })).advanced, true)
    })

    it('accepts a draft where no verification is required, and ignores an archived spec', async () => {
      const key = await feature('standard')
      const spec = await write([key])
      assert.deepEqual(await missing(key), [])
      await ada.call('specs.update', { spec, status: 'archived' })
      const [lacking] = await missing(key)
      assert.equal(lacking!.notCounted![0]!.finding, `${spec} is archived, and no longer counts.`)
    })

    it('ignores a linked spec at a gate that accepts other evidence too', async () => {
      const key = await feature('research')
      await write([key])
      const [lacking] = await missing(key)
      assert.equal(lacking!.have, 0)
    })

    it('updates evidence that references a spec whenever the spec changes', async () => {
      const key = await feature()
      const spec = await write()
      const evidence = await ada.call('evidence.add', {
        feature: key,
        kind: 'spec',
        reference: spec.toLowerCase(),
      })
      assert.deepEqual(
        [evidence.status, evidence.finding, evidence.source],
        ['unverified', `${spec} is a draft, and not approved yet.`, 'The specs of this project.'],
      )
      const now = async () => (await ada.call('features.get', { feature: key })).evidence[0]!
      await ada.call('specs.update', { spec, status: 'review' }, { ifMatch: 1 })
      await ada.call('specs.update', { spec, status: 'approved' }, { ifMatch: 2 })
      assert.deepEqual([(await now()).status, (await now()).finding], ['verified', `${spec} is approved.`])
      assert.deepEqual(await missing(key), [])
      await ada.call('specs.link', { spec, item: key })
      const { gates } = await ada.call('features.get', { feature: key })
      assert.equal(gates[0]!.requirements[0]!.have, 1, 'a linked and referenced spec counts once')
      await ada.call('specs.delete', { spec })
      assert.deepEqual(
        [(await now()).status, (await now()).finding],
        ['failed', `There is no spec ${spec} in this project.`],
      )
      await ada.call('trash.restore', { kind: 'spec', item: spec })
      assert.equal((await now()).status, 'verified')
      const checked = await ada.call('evidence.check', { evidence: evidence.id })
      assert.equal(checked.status, 'verified')
    })

    it('fails evidence that references a spec of another project, without revealing it', async () => {
      await ada.call('projects.create', { name: 'Beside', slug: 'beside' })
      const other = await ada.call('specs.create', { project: 'beside', title: 'Secret', content: '' })
      const key = await feature()
      const named = await ada.call('evidence.add', { feature: key, kind: 'spec', reference: other.key })
      assert.deepEqual(
        [named.status, named.finding],
        ['failed', `There is no spec ${other.key} in this project.`],
      )
      const never = await ada.call('evidence.add', { feature: key, kind: 'spec', reference: 'S-99999' })
      assert.equal(never.finding, 'There is no spec S-99999 in this project.')
      const wrong = ada.call('evidence.add', { feature: key, kind: 'spec', reference: 'the spec' })
      await assert.rejects(wrong, { code: 'invalid_input', status: 400 })
    })
  })
}
