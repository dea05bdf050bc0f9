import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addMember } from '../../../test/world.ts'
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
      const guest = await addMember(server, ada, 'guest')
      await ada.call('projects.share', { project, user: guest.user.username, role: 'viewer' })
      const peopleFor = async (person: Person) =>
        (await person.call('projects.listSummaries', {})).items[0]!.people.map(({ name }) => name)
      assert.deepEqual(await peopleFor(ada), ['Builder', guest.name])
      assert.deepEqual(await peopleFor(guest), ['Builder'], 'guests see no shares')
      const other = await server.register('Other')
      assert.deepEqual((await other.call('projects.listSummaries', {})).items, [])
    })
  })
}
