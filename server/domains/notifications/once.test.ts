import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type TestServer,
  engines,
  notified,
  oneEngine,
  runTestServer,
  settled,
  startOwnServer,
  startTestServer,
} from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'
import { catchUp, followJournal } from '../../operations/follow-journal.ts'
import { sql } from '../../database/sql.ts'
import { notifyPeople } from './notify-people.ts'

for (const engine of engines) {
  describe(`exactly-once notifications, on ${engine}`, () => {
    async function people(server: TestServer, tasks: number) {
      const ada = await server.register('Ada')
      const grace = await addMember(server, ada, 'member')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      await notified(server)
      const titles = Array.from({ length: tasks }, (_, at) => ({
        title: `Task ${at}`,
        assignee: grace.user.id,
      }))
      for (let from = 0; from < tasks; from += 100)
        await ada.call('tasks.createMany', { project: 'web', tasks: titles.slice(from, from + 100) })
      const countNotifications = async () => {
        const counted = await server.app.database.run<{ total: number; max_count: number; recorded: number }>(
          sql`select count(*)::int as total, max(count) as max_count,
                  (select count(*)::int from journal where type = 'notification.created' and private_to = ${grace.user.id}) as recorded
             from notifications where user_id = ${grace.user.id}`,
        )
        return counted[0]
      }
      return { ada, grace, countNotifications }
    }

    it('notifies each user once after a node crashes mid-batch', async () => {
      const server = await startTestServer(engine)
      const { countNotifications } = await people(server, 250)
      await settled(server.app.database)
      const follower = notifyPeople(server.app)
      for (let attempt = 0; attempt < 3; attempt++) {
        const crashing = followJournal(server.app, {
          ...follower,
          async take(...args) {
            await follower.take(...args)
            throw new Error('the node crashed')
          },
        })
        await assert.rejects(crashing, /the node crashed/)
      }
      assert.deepEqual(await countNotifications(), { total: 0, max_count: null, recorded: 0 })
      await notified(server)
      await notified(server)
      assert.deepEqual(await countNotifications(), { total: 250, max_count: 1, recorded: 250 })
    })

    it('notifies each user once with several nodes', { skip: engine === 'pglite' }, async () => {
      const server = await startTestServer(engine)
      const other = await runTestServer(server.environment)
      try {
        const { countNotifications } = await people(server, 250)
        await settled(server.app.database)
        await Promise.all([server, other, server, other].map(({ app }) => catchUp(app, notifyPeople(app))))
        await Promise.all([notified(server), notified(other)])
        assert.deepEqual(await countNotifications(), { total: 250, max_count: 1, recorded: 250 })
      } finally {
        await other.stop()
      }
    })

    // The database doesn't decide the outcome of the rest.
    if (!oneEngine.includes(engine)) return

    it('skips events from before the first server start', async () => {
      const server = await startOwnServer(engine)
      try {
        await people(server, 3)
        // A new server starts before events whose transactions other databases of this PostgreSQL still hold back.
        await settled(server.app.database)
        await server.app.database.run(sql`update journal_followers set epoch = gen_random_uuid()`)
      } finally {
        await server.stop()
      }
      const again = await runTestServer(server.environment)
      try {
        await notified(again)
        const rows = await again.app.database.run(sql`select 1 from notifications`)
        assert.deepEqual(rows, [], 'old events do not notify again')
      } finally {
        await again.stop()
      }
    })

    it('notifies automatically on a running server', async () => {
      const server = await startOwnServer(engine, {}, { followers: true })
      try {
        const ada = await server.register('Ada')
        const grace = await addMember(server, ada, 'member')
        await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
        const { nextCursor } = await grace.call('activity.listEvents', { cursor: 'latest' })
        await ada.call('tasks.create', { project: 'web', title: 'Live', assignee: grace.user.id })
        let type: string | undefined
        let next = nextCursor
        while (type !== 'notification.created') {
          const countNotifications = await grace.call('activity.listEvents', { cursor: next, wait: 25 })
          next = countNotifications.nextCursor
          type = countNotifications.items.at(-1)?.type
        }
        assert.equal((await grace.call('notifications.list', {})).unread, 1)
      } finally {
        await server.stop()
      }
    })
  })
}
