import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { journalStart, encodeCursor } from '../../database/journal.ts'
import { type Person, type TestServer, engines, settled, startTestServer } from '../../../test/harness.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { until } from '../../../test/poll.ts'
import { sql } from '../../database/sql.ts'

for (const engine of engines) {
  describe(`replay of events, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      for (const slug of ['web', 'app', 'off']) await ada.call('projects.create', { name: slug, slug })
    })
    after(() => server.stop())

    it('sends every event after a cursor once and in order, despite writes and disconnects', async () => {
      const start = encodeCursor(server.app.epoch, journalStart)
      let writing = true
      const followers = [1, 2, 3, 4].map(async (number) => {
        const received: string[] = []
        let cursor = start
        // Each client disconnects after a different number of events and resumes with its last cursor.
        for (let rest = false; ;) {
          const client = await LiveClient.open(server, ada.token)
          const from = received.length
          client.send({ type: 'subscribe', topics: ['organization'], cursor })
          const enough = () => client.events.length >= number * 7 || (rest && isLast(client))
          await client.until(() => enough() || (!writing && (rest = true) && isLast(client)))
          for (const event of client.events) {
            received.push(event.id)
            cursor = event.cursor
          }
          const done = isLast(client)
          client.ws.terminate()
          if (done) return received
          assert.ok(received.length > from)
        }
      })
      const isLast = (client: LiveClient) => client.events.some(({ data }) => data.title === 'the last')
      await Promise.all(
        [1, 2, 3].map(async (writer) => {
          for (let count = 0; count < 20; count++)
            await ada.call('tasks.create', { project: 'web', title: `${writer} ${count}` })
        }),
      )
      writing = false
      await ada.call('tasks.create', { project: 'web', title: 'the last' })
      const expected = await journal()
      for (const received of await Promise.all(followers)) assert.deepEqual(received, expected)
    })

    it('sends the response first, then past events, then new events', async () => {
      const cursor = await now()
      await ada.call('tasks.create', { project: 'web', title: 'happened' })
      const client = await LiveClient.open(server, ada.token)
      assert.equal((await client.follow('project:web', cursor)).cursor, cursor)
      await ada.call('tasks.create', { project: 'web', title: 'happens' })
      const events = await client.eventsUntil(({ data }) => data.title === 'happens')
      assert.deepEqual(
        events.map(({ data }) => data.title),
        ['happened', 'happens'],
      )
      client.close()
    })

    it('sends no event twice when more topics are added with an old cursor', async () => {
      const cursor = await now()
      const client = await LiveClient.open(server, ada.token)
      await ada.call('tasks.create', { project: 'web', title: 'w1' })
      await ada.call('tasks.create', { project: 'app', title: 'a1' })
      await ada.call('tasks.create', { project: 'off', title: 'o1' })
      await client.follow('project:web', cursor)
      await ada.call('tasks.create', { project: 'web', title: 'w2' })
      await client.eventsUntil(({ data }) => data.title === 'w2')
      await client.follow('project:app', cursor)
      await client.follow(['project:web', 'project:app'], cursor)
      await client.follow('project:web')
      await client.follow('organization', cursor)
      await ada.call('tasks.create', { project: 'web', title: 'w3' })
      const events = await client.eventsUntil(({ data }) => data.title === 'w3')
      assert.deepEqual(
        events.map(({ data }) => data.title),
        ['w1', 'w2', 'a1', 'o1', 'w3'],
      )
      client.close()
    })

    it('waits for a cursor that is ahead of this node', async () => {
      const client = await LiveClient.open(server, ada.token)
      await ada.call('tasks.create', { project: 'web', title: 'before' })
      // The database has the row, but this node may not have read it yet.
      const { nextCursor: cursor } = await ada.call('activity.listEvents', { cursor: 'latest' })
      client.send({ type: 'subscribe', topics: ['organization'], cursor })
      await client.next('subscribed')
      const { key } = await ada.call('tasks.create', { project: 'web', title: 'later' })
      await until(() => client.events.length > 0)
      assert.equal(client.events[0]!.subject.key, key)
      client.close()
    })

    it('disconnects a client whose past events cannot be read, so that it resumes and misses none', async (t) => {
      const cursor = await now()
      const { key } = await ada.call('tasks.create', { project: 'web', title: 'missed' })
      const client = await LiveClient.open(server, ada.token)
      const outage = t.mock.method(server.app.database, 'run', () => Promise.reject(new Error('no database')))
      await client.follow('organization', encodeCursor(server.app.epoch, journalStart))
      assert.equal((await client.end()).code, 1011)
      outage.mock.restore()
      const again = await LiveClient.open(server, ada.token)
      await again.follow('organization', cursor)
      const [event] = await again.eventsUntil(({ type }) => type === 'task.created')
      assert.equal(event!.subject.key, key)
      again.close()
    })

    it('rejects a cursor whose row does not exist', async () => {
      const { items } = await ada.call('activity.listEvents', { limit: 1 })
      const [epoch, xid, seq] = Buffer.from(items[0]!.cursor, 'base64url').toString().split('.')
      const lost = [epoch, xid, seq, 'ffffffff'].join('.')
      const ahead = [epoch, `1${xid}`, seq, 'ffffffff'].join('.')
      const client = await LiveClient.open(server, ada.token)
      for (const text of [lost, ahead]) {
        const cursor = Buffer.from(text).toString('base64url')
        client.send({ type: 'subscribe', topics: ['organization'], cursor })
        assert.equal((await client.next('error')).code, 'cursor_expired')
        await assert.rejects(ada.call('activity.listEvents', { cursor }), {
          status: 410,
          code: 'cursor_expired',
        })
      }
      client.close()
    })

    it('disconnects a slow reader with a cursor that loses no event', async () => {
      const client = await LiveClient.open(server, ada.token)
      await client.follow('organization')
      client.ws.pause()
      await insertRows(1500)
      await new Promise<void>((resolve) => {
        const poll = setInterval(async () => {
          if (!/slow_readers_total 1\b/.test(await server.app.metrics.text())) return
          clearInterval(poll)
          resolve()
        }, 20)
      })
      client.ws.resume()
      const { code, reason } = await client.end()
      assert.equal(code, 4413)
      const again = await LiveClient.open(server, ada.token)
      await again.follow('organization', reason)
      await ada.call('tasks.create', { project: 'web', title: 'after all' })
      await again.eventsUntil(({ data }) => data.title === 'after all')
      const received = [...client.events, ...again.events].filter(({ type }) => type === 'activity.logged')
      assert.deepEqual(
        received.map(({ data }) => data.number),
        Array.from({ length: 1500 }, (_, index) => index + 1),
      )
      again.close()
    })

    it('waits for a slow reader during a long replay', async () => {
      const client = await LiveClient.open(server, ada.token)
      const start = encodeCursor(server.app.epoch, journalStart)
      client.send({ type: 'subscribe', topics: ['organization'], cursor: start })
      await client.eventsUntil(({ type }) => type === 'activity.logged')
      client.ws.pause()
      await ada.call('tasks.create', { project: 'web', title: 'concurrent' })
      client.ws.resume()
      const events = await client.eventsUntil(({ data }) => data.title === 'concurrent')
      assert.deepEqual(
        events.map(({ id }) => id),
        await journal(),
      )
      client.close()
    })

    /** Returns the cursor after all events so far. */
    async function now(): Promise<string> {
      await settled(server.app.database)
      return (await ada.call('activity.listEvents', { cursor: 'latest' })).nextCursor
    }

    /** Inserts journal rows of some kilobytes each. */
    async function insertRows(count: number): Promise<void> {
      await server.app.database.run(
        sql`insert into journal (id, organization_id, actor, type, subject_kind, subject_id, data)
         select gen_random_uuid(), ${ada.organization.id}, '{"kind":"user","id":null,"name":"Ada"}', 'activity.logged', 'activity',
                gen_random_uuid(), jsonb_build_object('number', n, 'text', repeat('x', 16000))
           from generate_series(1, ${count}) n`,
      )
      server.app.bus.journalGrew([ada.organization.id])
    }

    async function journal(): Promise<string[]> {
      await settled(server.app.database)
      const rows = await server.app.database.run<{ id: string }>(
        sql`select id from journal where organization_id = ${ada.organization.id} and (private_to is null or private_to = ${ada.user.id})
          order by xid, seq`,
      )
      return rows.map(({ id }) => id)
    }
  })
}
