import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { addMember } from '../../../../test/world.ts'

for (const engine of oneEngine) {
  describe(`the relations of a task, on ${engine}`, () => {
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

    it('include the plan, documents and code that belong to it, as far as the caller can see them', async () => {
      const project = 'web'
      const { key: task } = await ada.call('tasks.create', { project, title: 'Build' })
      const none = { story: null, epic: null, feature: null, specs: [], decisions: [], code: [] }
      assert.deepEqual(await ada.call('tasks.getRelations', { task }), none)

      const epic = await ada.call('epics.create', { project, title: 'Shop' })
      const story = await ada.call('stories.create', { project, epic: epic.key, title: 'Pay' })
      const feature = await ada.call('features.create', { project, title: 'Cards' })
      const spec = await ada.call('specs.create', {
        project,
        title: 'Payment',
        content: '',
        links: [epic.key],
      })
      const commit = { kind: 'commit', reference: 'a'.repeat(40) } as const
      await ada.call('evidence.add', { feature: feature.key, ...commit })
      await ada.call('evidence.add', { feature: feature.key, kind: 'note', content: 'Not code.' })
      const secret = await ada.call('projects.create', { name: 'Secret', visibility: 'private' })
      const hidden = await ada.call('decisions.log', { project: secret.slug, title: 'Hidden' })
      const decision = await ada.call('decisions.log', {
        project,
        title: 'Cents',
        context: `${task} counts.`,
      })
      await ada.call('decisions.log', { project, title: 'Another task', context: `${task}0 counts.` })
      const description = `See ${hidden.key}.`
      await ada.call('tasks.update', { task, story: story.key, feature: feature.key, description })

      const found = await ada.call('tasks.getRelations', { task })
      assert.deepEqual(
        [found.epic?.key, found.story?.key, found.feature?.key],
        [epic.key, story.key, feature.key],
      )
      assert.deepEqual(found.specs, [{ key: spec.key, title: 'Payment', status: 'draft' }])
      assert.deepEqual(
        found.decisions.map(({ key }) => key),
        [decision.key, hidden.key],
      )
      assert.deepEqual(
        found.code.map(({ kind, reference }) => ({ kind, reference })),
        [commit],
      )
      const { decisions } = await grace.call('tasks.getRelations', { task })
      assert.deepEqual(
        decisions.map(({ key }) => key),
        [decision.key],
      )
    })
  })
}
