import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Sql, sql } from '../../database/sql.ts'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'

for (const engine of oneEngine) {
  describe(`item history on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(() => server.stop())

    it('lists events of an item and of its comments, newest first, in pages', async () => {
      const { key: task } = await ada.call('tasks.create', { project: 'web', title: 'First' })
      await ada.call('tasks.create', { project: 'web', title: 'Another' })
      await ada.call('tasks.update', { task, title: 'Second' })
      const { id: comment } = await ada.call('comments.create', { item: task, body: 'Better' })
      await ada.call('comments.update', { comment, body: 'Much better' })
      await ada.call('tasks.complete', { task })
      const expected = [
        'task.completed',
        'comment.updated',
        'comment.created',
        'task.updated',
        'task.created',
      ]
      const whole = await ada.call('activity.listHistory', { item: task })
      assert.deepEqual([whole.items.map(({ type }) => type), whole.nextCursor], [expected, null])

      const paged: string[] = []
      let cursor: string | undefined
      do {
        const page = await ada.call('activity.listHistory', {
          item: task,
          limit: 2,
          ...(cursor && { cursor }),
        })
        paged.push(...page.items.map(({ type }) => type))
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      assert.deepEqual(paged, expected)
      await assert.rejects(ada.call('activity.listHistory', { item: task, cursor: 'x' }), {
        code: 'invalid_cursor',
      })
    })

    it('includes a truncated history in the task', async () => {
      const { key: task } = await ada.call('tasks.create', { project: 'web', title: 'Long' })
      await ada.call('tasks.update', { task, description: 'word '.repeat(1000), priority: 'high' })
      const { history } = await ada.call('tasks.get', { task })
      assert.deepEqual(
        history.map(({ type, by }) => [type, by.name]),
        [
          ['task.updated', 'Ada'],
          ['task.created', 'Ada'],
        ],
      )
      assert.deepEqual(history[0]!.changes.priority, { from: 'none', to: 'high' })
      assert.ok(JSON.stringify(history).length < 1500)
    })

    it('reads the history along an index without sorting', async () => {
      const { id, key } = await ada.call('tasks.create', { project: 'web', title: 'Planned' })
      await ada.call('comments.create', { item: key, body: 'x' })
      const plans = await server.app.database.transaction(async (db) => {
        // On a short journal the planner may prefer a sort, depending on the statistics.
        for (const way of ['seqscan', 'bitmapscan', 'sort'])
          await db.run(sql.raw(`set local enable_${way} = off`))
        const plan = async (where: Sql) =>
          JSON.stringify(
            await db.run(
              sql`explain select id from journal where ${where} order by xid desc, seq desc limit 50`,
            ),
          )
        return [
          await plan(sql`subject_id = ${id}`),
          await plan(sql`data #>> '{item,id}' = ${id}::uuid::text`),
        ]
      })
      assert.match(plans[0]!, /journal_of_subject/)
      assert.match(plans[1]!, /journal_about/)
      for (const plan of plans) assert.doesNotMatch(plan, /Sort/)
    })

    it('returns the history only to callers who can view the project', async () => {
      const guest = await addMember(server, ada, 'guest')
      const outsider = await server.register('Outsider')
      const { key: item, id } = await ada.call('tasks.create', { project: 'web', title: 'Kept' })
      for (const person of [guest, outsider])
        for (const ref of [item, id])
          await assert.rejects(person.call('activity.listHistory', { item: ref }), { status: 404 })
      await ada.call('projects.share', { project: 'web', user: guest.user.id, role: 'viewer' })
      const { items } = await guest.call('activity.listHistory', { item })
      assert.deepEqual(
        items.map(({ type }) => type),
        ['task.created'],
      )
      await ada.call('tasks.delete', { task: item })
      await assert.rejects(ada.call('activity.listHistory', { item }), { status: 404 })
    })
  })
}
