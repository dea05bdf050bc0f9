import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { addMember } from '../../../../test/world.ts'

for (const engine of oneEngine) {
  describe(`workflows on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(() => server.stop())

    const twoGates = [
      { name: 'draft', requirements: [{ kind: 'evidence', anyOf: ['file', 'note'], count: 2 }] },
      { name: 'print', description: 'Off it goes.' },
    ] as never

    it('lists built-in and custom workflows', async () => {
      const created = await ada.call('workflows.create', { name: 'Print it', gates: twoGates })
      assert.deepEqual([created.slug, created.builtIn, created.may.edit], ['print-it', false, true])
      assert.deepEqual(created.gates[0]!.requirements, [
        { kind: 'evidence', anyOf: ['file', 'note'], count: 2, verified: false },
      ])
      const { items } = await grace.call('workflows.list', {})
      assert.deepEqual(
        items.map(({ slug, builtIn, may }) => [slug, builtIn, may.edit]),
        [
          ['standard', true, false],
          ['hotfix', true, false],
          ['research', true, false],
          ['autonomous', true, false],
          ['print-it', false, false],
        ],
      )
      for (const workflow of ['print-it', created.id!])
        assert.equal((await grace.call('workflows.get', { workflow })).name, 'Print it')
      assert.equal((await grace.call('workflows.get', { workflow: 'hotfix' })).gates.length, 3)
      const stranger = await server.register('Stranger')
      await assert.rejects(stranger.call('workflows.get', { workflow: created.id! }), { status: 404 })
    })

    it('moves a feature through the gates of a custom workflow', async () => {
      await ada.call('workflows.create', { name: 'Own', gates: twoGates })
      const { key, gate } = await grace.call('features.create', {
        project: 'web',
        title: 'Book',
        workflow: 'own',
      })
      assert.equal(gate, 'draft')
      const one = { feature: key, evidence: [{ kind: 'file', reference: 'book.md' }] } as const
      const missing = await grace.call('features.advance', { ...one, evidence: [...one.evidence] }).then(
        () => assert.fail('one piece is not enough'),
        (error: { body: { missing: unknown } }) => error.body.missing,
      )
      assert.deepEqual(missing, [
        {
          gate: 'draft',
          requirement: { kind: 'evidence', anyOf: ['file', 'note'], count: 2, verified: false },
          needs: '2 pieces of evidence, each a file or a note.',
          count: 2,
          have: 1,
        },
      ])
      await grace.call('features.advance', {
        feature: key,
        evidence: [{ kind: 'note', content: 'Read it.' }],
      })
      const { feature } = await grace.call('features.advance', { feature: key })
      assert.equal(feature.status, 'done')
    })

    it('keeps the gates of existing features when a workflow changes', async () => {
      const { slug } = await ada.call('workflows.create', { name: 'Changing', gates: twoGates })
      const { key } = await ada.call('features.create', { project: 'web', title: 'Old way', workflow: slug })
      const gates = [{ name: 'only' }]
      const changed = await ada.call('workflows.update', { workflow: slug, name: 'Changed', gates })
      assert.deepEqual(
        [changed.name, changed.gates, changed.version],
        ['Changed', [{ name: 'only', description: '', requirements: [] }], 2],
      )
      const names = (feature: { gates: { name: string }[] }) => feature.gates.map(({ name }) => name)
      assert.deepEqual(names(await ada.call('features.get', { feature: key })), ['draft', 'print'])
      const next = await ada.call('features.create', { project: 'web', title: 'New way', workflow: slug })
      assert.deepEqual(names(await ada.call('features.get', { feature: next.key })), ['only'])
      const stale = ada.call('workflows.update', { workflow: slug, name: 'Late' }, { ifMatch: 1 })
      await assert.rejects(stale, { status: 412 })
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const event = items.findLast(({ type }) => type === 'workflow.updated')!
      assert.deepEqual(Object.keys(event.data.changes as object).toSorted(), ['gates', 'name'])
    })

    it('hides a deleted workflow from new features, keeps its slug and restores it', async () => {
      const { slug } = await ada.call('workflows.create', { name: 'Gone', gates: twoGates })
      const { key } = await ada.call('features.create', {
        project: 'web',
        title: 'On its way',
        workflow: slug,
      })
      await ada.call('workflows.delete', { workflow: slug })
      const late = () => ada.call('features.create', { project: 'web', title: 'Late', workflow: slug })
      await assert.rejects(late(), { status: 404 })
      assert.equal((await ada.call('features.get', { feature: key })).gates.length, 2)
      const again = ada.call('workflows.create', { name: 'Gone', gates: twoGates })
      await assert.rejects(again, { code: 'already_taken' })
      const restore = { kind: 'workflow', item: slug } as const
      await assert.rejects(grace.call('trash.restore', restore), { code: 'role_too_low' })
      await ada.call('trash.restore', restore)
      assert.equal((await late()).workflow, slug)
    })

    it('rejects changes to built-in workflows', async () => {
      const taken = ada.call('workflows.create', { name: 'Standard', gates: twoGates })
      await assert.rejects(taken, { status: 409, code: 'already_taken' })
      const changed = ada.call('workflows.update', { workflow: 'standard', name: 'Mine' })
      await assert.rejects(changed, { status: 422, code: 'built_in_workflow' })
      await assert.rejects(ada.call('workflows.delete', { workflow: 'hotfix' }), {
        code: 'built_in_workflow',
      })
    })

    it('rejects workflow changes by members', async () => {
      const input = { name: 'Nope', gates: twoGates }
      await assert.rejects(grace.call('workflows.create', input), { status: 403, code: 'role_too_low' })
      for (const act of [
        () => grace.call('workflows.update', { workflow: 'own', name: 'Mine' }),
        () => grace.call('workflows.delete', { workflow: 'own' }),
      ])
        await assert.rejects(act(), { status: 403 })
    })

    it('rejects invalid gates and names the invalid field', async () => {
      const wrong: [gates: unknown, path: string][] = [
        [[], 'gates'],
        [[{ name: 'twice' }, { name: 'twice' }], 'gates'],
        [[{ name: 'With Spaces' }], 'gates.0.name'],
        [[{ name: 'a', color: 'red' }], 'gates.0.color'],
        [[{ name: 'a', requirements: [{ kind: 'luck' }] }], 'gates.0.requirements.0.kind'],
        [[{ name: 'a', requirements: [{ kind: 'tasks', count: 2 }] }], 'gates.0.requirements.0.count'],
        [[{ name: 'a', requirements: [{ kind: 'evidence', anyOf: [] }] }], 'gates.0.requirements.0.anyOf'],
        [
          [{ name: 'a', requirements: [{ kind: 'evidence', anyOf: ['note', 'file'], verified: true }] }],
          'gates.0.requirements.0',
        ],
        [[{ name: 'a', requirements: [{ kind: 'reviews', count: 0 }] }], 'gates.0.requirements.0.count'],
      ]
      for (const [gates, path] of wrong) {
        const { status, errors } = await ada.call('workflows.create', { name: 'Wrong', gates } as never).then(
          () => assert.fail(path),
          (error: { status: number; errors: { path: string }[] }) => error,
        )
        assert.deepEqual([status, errors.map((each) => each.path)], [400, [path]])
      }
    })
  })
}
