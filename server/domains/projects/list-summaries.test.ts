import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'

for (const engine of oneEngine) {
  describe(`project summaries, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    it('counts tasks and names the lead and the assignees of open tasks', async () => {
      const { slug: project } = await ada.call('projects.create', { name: 'Engine' })
      await ada.call('agents.create', { name: 'Builder' })
      const { key } = await ada.call('tasks.create', { project, title: 'Done' })
      await ada.call('tasks.complete', { task: key })
      await ada.call('tasks.create', { project, title: 'Cancelled', status: 'cancelled' })
      await ada.call('tasks.create', { project, title: 'Open', assignee: 'Builder' })
      const [summary] = (await ada.call('projects.listSummaries', {})).items
      assert.deepEqual([summary!.total, summary!.done, summary!.open], [2, 1, 1])
      assert.equal(summary!.lead!.id, ada.user.id)
      assert.deepEqual(
        summary!.people.map(({ kind, name }) => [kind, name]),
        [['agent', 'Builder']],
      )
      const other = await server.register('Other')
      assert.deepEqual((await other.call('projects.listSummaries', {})).items, [])
    })
  })
}
