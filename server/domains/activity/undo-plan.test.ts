import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { sql } from '../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`undo of epics, stories, features and claimed tasks on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    const project = 'web'
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: project, key: 'WEB' })
    })
    after(() => server.stop())

    /** Undoes the last event of an item, or the last one of the given type. */
    const undo = async (item: string, type?: string) => {
      const { items } = await ada.call('activity.listHistory', { item })
      return ada.call('activity.undo', { event: items.find((event) => !type || event.type === type)!.id })
    }
    const missing = { status: 404, code: 'not_found' }

    it('deletes an epic with its children and restores them together', async () => {
      const { key: epic, id } = await ada.call('epics.create', { project, title: 'Big' })
      const { key: story } = await ada.call('stories.create', { project, epic, title: 'Part' })
      const { key: task } = await ada.call('tasks.create', { project, story, title: 'Small' })
      assert.equal((await undo(epic, 'epic.created')).outcome, 'deleted')
      for (const item of [epic, story, task]) await assert.rejects(ada.call('items.find', { item }), missing)
      const [trashed] = (await ada.call('trash.list', {})).items
      assert.deepEqual([trashed!.kind, trashed!.key, trashed!.children], ['epic', epic, 2])

      const [deletion] = await server.app.database.run<{ id: string }>(
        sql`select id from journal where subject_id = ${id} and type = 'epic.deleted'`,
      )
      assert.equal((await ada.call('activity.undo', { event: deletion!.id })).outcome, 'restored')
      for (const item of [epic, story, task]) await ada.call('items.find', { item })
    })

    it('reverts changed fields of stories, epics and features', async () => {
      const [first, second] = [
        (await ada.call('epics.create', { project, title: 'First' })).key,
        (await ada.call('epics.create', { project, title: 'Second' })).key,
      ]
      const { key: story } = await ada.call('stories.create', { project, epic: first, title: 'Moved' })
      await ada.call('stories.update', { project, epic: first, story, title: 'Away', moveTo: second })
      assert.deepEqual((await undo(story)).restored.toSorted(), ['epic', 'title'])
      const { title } = await ada.call('stories.get', { project, epic: first, story })
      assert.equal(title, 'Moved')
      await ada.call('epics.update', { project, epic: second, status: 'active', place: 'first' })
      assert.deepEqual((await undo(second)).restored.toSorted(), ['position', 'status'])

      const { key: feature } = await ada.call('features.create', { project, title: 'Gated' })
      const { status } = await ada.call('features.get', { feature })
      await ada.call('features.update', { feature, title: 'Given up', status: 'cancelled' })
      assert.deepEqual((await undo(feature)).restored.toSorted(), ['status', 'title'])
      const back = await ada.call('features.get', { feature })
      assert.deepEqual([back.title, back.status], ['Gated', status])
    })

    it('rejects undoing a claim', async () => {
      const { key: task } = await ada.call('tasks.create', { project, title: 'Held' })
      await ada.call('tasks.update', { task, title: 'Renamed', status: 'backlog' })
      await ada.call('tasks.update', { task, status: 'todo' })
      const agent = await ada.agent({ agent: 'Scout' })
      assert.equal((await agent.call('claim_task', { action: 'claim', task })).isError, false)
      await agent.close()
      await assert.rejects(undo(task, 'task.claimed'), { status: 422, code: 'not_undoable' })
      const { claim } = await ada.call('tasks.get', { task })
      assert.equal(claim!.by.name, 'Scout')
    })
  })
}
