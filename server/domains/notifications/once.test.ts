import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type TestServer,
  engines,
  notified,
  runTestServer,
  settled,
  startOwnServer,
  startTestServer,
} from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'
import { catchUp, followJournal } from '../../database/follow-journal.ts'
import { notifyPeople } from './notify-people.ts'

for (const engine of engines) {
  describe(`everybody is told once, on ${engine}`, () => {
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
      const heard = async () => {
        const counted = await server.app.database.run<{ told: number; most: number; recorded: number }>(
          `select count(*)::int as told, max(count) as most,
                  (select count(*)::int from journal where type = 'notification.created' and private_to = $1) as recorded
             from notifications where user_id = $1`,
          [grace.user.id],
        )
        return counted[0]
      }
      return { ada, grace, heard }
    }

    it('also where a node is lost in the middle, with all that it had done', async () => {
      const server = await startTestServer(engine)
      const { heard } = await people(server, 250)
      await settled(server.app.database)
      const follower = notifyPeople(server.app)
      for (let attempt = 0; attempt < 3; attempt++) {
        const lost = followJournal(server.app, {
          ...follower,
          async take(...asked) {
            await follower.take(...asked)
            throw new Error('the node is gone')
          },
        })
        await assert.rejects(lost, /the node is gone/)
      }
      assert.deepEqual(await heard(), { told: 0, most: null, recorded: 0 })
      await notified(server)
      await notified(server)
      assert.deepEqual(await heard(), { told: 250, most: 1, recorded: 250 })
    })

    it('from when a server first ran on this journal', async () => {
      const server = await startOwnServer(engine)
      try {
        await people(server, 3)
        await server.app.database.run(`update journal_followers set epoch = gen_random_uuid()`)
      } finally {
        await server.stop()
      }
      const again = await runTestServer(server.environment)
      try {
        await notified(again)
        const rows = await again.app.database.run('select 1 from notifications')
        assert.deepEqual(rows, [], 'what was told long ago is not told again')
      } finally {
        await again.stop()
      }
    })

    it('by several nodes together', { skip: engine === 'pglite' }, async () => {
      const server = await startTestServer(engine)
      const other = await runTestServer(server.environment)
      try {
        const { heard } = await people(server, 450)
        await settled(server.app.database)
        await Promise.all([server, other, server, other].map(({ app }) => catchUp(app, notifyPeople(app))))
        await Promise.all([notified(server), notified(other)])
        assert.deepEqual(await heard(), { told: 450, most: 1, recorded: 450 })
      } finally {
        await other.stop()
      }
    })

    it('by a server that does it by itself', async () => {
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
          const heard = await grace.call('activity.listEvents', { cursor: next, wait: 25 })
          next = heard.nextCursor
          type = heard.items.at(-1)?.type
        }
        assert.equal((await grace.call('notifications.list', {})).unread, 1)
      } finally {
        await server.stop()
      }
    })
  })
}
