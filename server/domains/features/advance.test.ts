import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { oneEngine } from '../../../test/harness.ts'
import { type Company, namedAgent, passing, startCompany, withKey } from './test-company.ts'

for (const engine of oneEngine) {
  describe(`feature advancement on ${engine}`, () => {
    let company: Company
    before(async () => void (company = await startCompany(engine)))
    after(() => company.stop())

    const hotfix = async (title: string) =>
      (await company.ada.call('features.create', { project: 'web', title, kind: 'hotfix' })).key
    const evidenceOf = async (feature: string) =>
      (await company.ada.call('evidence.list', { feature })).items.map(({ title }) => title)
    const commit = (reference: string) => ({ kind: 'commit', reference }) as const

    it('reports missing requirements in a dry run without storing or moving anything', async () => {
      const { ada } = company
      const key = await hotfix('Dry')
      const before = await ada.call('features.get', { feature: key })
      const dry = await ada.call('features.advance', { feature: key, dryRun: true })
      assert.deepEqual(
        [dry.advanced, dry.from, dry.to, dry.overridden, dry.missing.map(({ needs }) => needs)],
        [false, 'build', 'test', false, ['A commit or a pull request.']],
      )
      assert.deepEqual(dry.missing, before.missing, 'the feature shows the same list')
      await ada.call('evidence.add', { feature: key, ...commit('c0ffee') })
      const ready = await ada.call('features.advance', { feature: key, dryRun: true })
      assert.deepEqual([ready.advanced, ready.to, ready.missing], [false, 'test', []])
      const both = ada.call('features.advance', { feature: key, dryRun: true, evidence: [commit('x')] })
      await assert.rejects(both, { status: 400 })
      const whole = await ada.call('features.get', { feature: key })
      assert.deepEqual([whole.gate, whole.passages, whole.evidence.length], ['build', [], 1])
    })

    it('keeps the evidence of a rejected request and stores it once per idempotency key', async () => {
      const { ada } = company
      const key = await hotfix('Kept')
      await ada.call('tasks.create', { project: 'web', title: 'Still open', feature: key })
      const input = { feature: key, evidence: [commit('one'), commit('two')] }
      for (let turn = 0; turn < 3; turn++) {
        const rejected = ada.call('features.advance', input, { idempotencyKey: 'kept' })
        await assert.rejects(rejected, { code: 'gate_not_passed' })
      }
      assert.deepEqual(await evidenceOf(key), ['two', 'one'])
      const other = ada.call(
        'features.advance',
        { ...input, evidence: [commit('three')] },
        {
          idempotencyKey: 'kept',
        },
      )
      await assert.rejects(other, { code: 'idempotency_key_reused' })
      await assert.rejects(ada.call('features.advance', input), { code: 'gate_not_passed' })
      assert.equal((await evidenceOf(key)).length, 4, 'without a key it is a new request')
      assert.equal((await ada.call('features.get', { feature: key })).status, 'active')
    })

    it('passes one gate for concurrent requests with the same key', async () => {
      const { ada } = company
      const key = await hotfix('Twice')
      const input = { feature: key, evidence: [commit('same')] }
      const advance = () => ada.call('features.advance', input, { idempotencyKey: 'twice' })
      const responses = await Promise.all([advance(), advance(), advance()])
      assert.deepEqual(
        responses.map(({ to }) => to),
        ['test', 'test', 'test'],
      )
      assert.deepEqual(await evidenceOf(key), ['same'])
    })

    it('stores all evidence or none and names the invalid piece', async () => {
      const { ada } = company
      const key = await hotfix('Whole')
      const wrong = async (evidence: object[], path: string) => {
        const pending = ada.call('features.advance', { feature: key, evidence } as never)
        const { status, errors } = await pending.then(
          () => assert.fail(path),
          (error: { status: number; errors: { path: string }[] }) => error,
        )
        assert.deepEqual([status, errors.map((each) => each.path)], [400, [path]])
      }
      await wrong([commit('fine'), { kind: 'test_report' }], 'evidence.1.content')
      await wrong([{ kind: 'note', content: '  ' }], 'evidence.0.content')
      await wrong([{ kind: 'file' }], 'evidence.0.reference')
      await wrong([{ kind: 'url', reference: 'file:///etc/passwd' }], 'evidence.0.reference')
      await wrong([{ kind: 'spec', reference: 'http://me:secret@example.com/' }], 'evidence.0.reference')
      await wrong([{ ...commit('x'), gate: 'release' }], 'evidence.0.gate')
      await wrong([{ ...commit('x'), hash: 'abc' }], 'evidence.0.hash')
      await wrong([{ kind: 'note', content: 'x'.repeat(50_001) }], 'evidence.0.content')
      assert.deepEqual(await evidenceOf(key), [])
    })

    it('accepts If-Match although its own evidence changes the version', async () => {
      const { ada } = company
      const key = await hotfix('Seen')
      const { version } = await ada.call('features.get', { feature: key })
      const input = { feature: key, evidence: [commit('seen')] }
      await assert.rejects(ada.call('features.advance', input, { ifMatch: version + 1 }), { status: 412 })
      assert.deepEqual(await evidenceOf(key), [])
      const { feature } = await ada.call('features.advance', input, { ifMatch: version })
      assert.deepEqual([feature.gate, feature.version], ['test', version + 2])
    })

    it('accepts evidence for later gates and rejects it for passed gates', async () => {
      const { ada } = company
      const key = await hotfix('Ahead')
      await ada.call('evidence.add', { feature: key, kind: 'test_report', content: passing, gate: 'test' })
      await ada.call('features.advance', { feature: key, evidence: [commit('a')] })
      await ada.call('features.advance', { feature: key })
      const late = ada.call('evidence.add', { feature: key, ...commit('b'), gate: 'build' })
      await assert.rejects(late, { status: 400 })
    })

    it('lets only administrators override a gate and keeps the reason', async () => {
      const { ada, grace } = company
      const key = await hotfix('Urgent')
      const override = { reason: 'The shop is down.' }
      const input = { feature: key, override }
      await assert.rejects(grace.call('features.advance', input), { status: 403, code: 'role_too_low' })
      const silent = ada.call('features.advance', { feature: key, override: { reason: ' ' } })
      await assert.rejects(silent, { status: 400 })
      const dry = await ada.call('features.advance', { ...input, dryRun: true })
      assert.deepEqual([dry.advanced, dry.overridden, dry.missing.length], [false, true, 1])
      const passed = await ada.call('features.advance', input)
      assert.deepEqual([passed.advanced, passed.overridden, passed.to], [true, true, 'test'])
      // All requirements are met, so this is not an override.
      const report = [{ kind: 'test_report', content: passing }] as const
      assert.equal(
        (await ada.call('features.advance', { ...input, evidence: [...report] })).overridden,
        false,
      )
      await ada.call('features.advance', input)
      const whole = await grace.call('features.get', { feature: key })
      assert.deepEqual(
        whole.gates.map(({ name, state }) => `${name} ${state}`),
        ['build overridden', 'test passed', 'review overridden'],
      )
      assert.deepEqual(
        whole.passages.map(({ gate, override: recorded }) => [
          gate,
          recorded?.reason ?? null,
          recorded?.missing,
        ]),
        [
          ['build', override.reason, dry.missing],
          ['test', null, undefined],
          ['review', override.reason, whole.passages[2]!.override!.missing],
        ],
      )
      assert.deepEqual(
        whole.gates[0]!.requirements.map(({ met }) => met),
        [true, false],
      )
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const overrides = items.filter(
        ({ subject, type }) => subject.id === whole.id && type === 'feature.overridden',
      )
      assert.deepEqual(
        overrides.map(({ data }) => [data.gate, data.reason]),
        [
          ['build', override.reason],
          ['review', override.reason],
        ],
      )
    })

    it('rejects overrides by keys without the admin scope, and by any key for a human review', async () => {
      const { ada, server } = company
      const key = await hotfix('By key')
      const input = { feature: key, override: { reason: 'It is late.' } }
      const weak = await ada.call('credentials.createApiKey', { name: 'weak' })
      await assert.rejects(withKey(server, weak.value)('features.advance', input), { code: 'scope_missing' })
      const strong = await ada.call('credentials.createApiKey', {
        name: 'strong',
        scopes: ['read', 'write', 'admin'],
      })
      const call = withKey(server, strong.value)
      assert.equal((await call('features.advance', input)).to, 'test')
      assert.equal((await call('features.advance', input)).to, 'review')
      await assert.rejects(call('features.advance', input), { status: 403, code: 'session_needed' })
      const agent = await ada.agent({ agent: 'Chief', scopes: ['read', 'write', 'admin'] })
      assert.equal((await agent.call('advance_feature', input)).data.code, 'session_needed')
      await agent.close()
    })

    it('lets agents advance a feature', async () => {
      const key = await hotfix('Worked on')
      const agent = await namedAgent(company.grace, 'Worker')
      const { data } = await agent.call('advance_feature', { feature: key, evidence: [commit('d00d')] })
      assert.equal(data.to, 'test')
      const { passages } = await company.ada.call('features.get', { feature: key })
      assert.deepEqual([passages[0]!.createdBy.kind, passages[0]!.createdBy.name], ['agent', 'Worker'])
      await agent.close()
    })
  })
}
