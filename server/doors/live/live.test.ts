import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { after, before, describe, it } from 'node:test'
import type { WebSocket } from 'ws'
import { type Person, type TestServer, oneEngine, settled, startOwnServer } from '../../../test/harness.ts'
import { LiveClient, addressOf, rejectionOf } from '../../../test/live-client.ts'
import { expiredSession } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`live connections, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startOwnServer(engine, { LIVE_CONNECTIONS: '5' })
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(() => server.stop())

    it('sends a welcome message and then new events', async () => {
      const client = new LiveClient(addressOf(server, { token: ada.token }))
      const welcome = await client.next('welcome')
      assert.deepEqual(welcome.user, { id: ada.user.id, name: 'Ada' })
      assert.equal(welcome.organization.slug, ada.organization.slug)
      assert.equal(welcome.heartbeat, 30)
      assert.ok(welcome.connection && welcome.cursor)
      await settled(server.app.database)
      const { topics, cursor } = await client.follow('organization')
      assert.deepEqual([topics, typeof cursor], [['organization'], 'string'])
      const { key, id } = await ada.call('tasks.create', { project: 'web', title: 'Live' })
      const { event } = await client.next('event')
      assert.deepEqual([event.type, event.subject.key, event.subject.id], ['task.created', key, id])
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      assert.deepEqual(event, items.at(-1), 'the same shape as in the API')
      client.close()
      await client.end()
    })

    it('accepts a header, an API key, an MCP token, or a ticket once', async () => {
      const key = await ada.call('credentials.createApiKey', { name: 'key', scopes: ['read'] })
      const token = await ada.call('credentials.createMcpToken', { name: 'token' })
      const header = new LiveClient(addressOf(server, {}), {
        headers: { Authorization: `Bearer ${ada.token}` },
      })
      await header.next('welcome')
      header.close()
      for (const { value } of [key, token]) (await LiveClient.open(server, value)).close()

      const { ticket, expiresAt } = await ada.call('live.createTicket', {})
      assert.ok(Date.parse(expiresAt) - Date.now() <= 61_000)
      const client = new LiveClient(addressOf(server, { ticket }), { origin: server.url })
      assert.equal((await client.next('welcome')).user.id, ada.user.id)
      client.close()
      assert.deepEqual(await rejectionOf(addressOf(server, { ticket })), {
        status: 401,
        code: 'wrong_ticket',
      })
      const old = await ada.call('live.createTicket', {})
      await server.app.database.run(sql`update live_tickets set expires_at = now()`)
      assert.equal((await rejectionOf(addressOf(server, { ticket: old.ticket }))).code, 'wrong_ticket')
    })

    it('rejects invalid credentials and other origins with an error code', async () => {
      const rejection = async (query: Record<string, string>, options = {}) => {
        const { status, code } = await rejectionOf(addressOf(server, query), options)
        return `${status} ${code}`
      }
      assert.equal(await rejection({}), '401 unauthenticated')
      assert.equal(await rejection({ token: 'nonsense' }), '401 invalid_credential')
      assert.equal(await rejection({ token: await expiredSession(server, ada) }), '401 invalid_credential')
      const { token } = ada
      assert.equal(await rejection({ token }, { origin: 'https://evil.example.com' }), '403 origin_refused')
      assert.equal(await rejection({ token }, { headers: { Host: 'evil.example.com' } }), '403 host_refused')
      assert.equal(await rejection({ token, organization: 'not-mine' }), '404 no_organization')
      const plain = await fetch(`${server.url}/api/ws`, { headers: { Authorization: `Bearer ${token}` } })
      assert.equal(plain.status, 426)
      // Some clients offer h2c with every request. They get a normal response.
      const headers = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': '' }
      const [response] = (await once(http.get(`${server.url}/health`, { headers }), 'response')) as [
        http.IncomingMessage,
      ]
      response.resume()
      assert.equal(response.statusCode, 200)
    })

    it('limits the number of connections per user', async () => {
      const person = await server.register('Many')
      const open = await Promise.all([1, 2, 3, 4, 5].map(() => LiveClient.open(server, person.token)))
      assert.deepEqual(await rejectionOf(addressOf(server, { token: person.token })), {
        status: 429,
        code: 'too_many_connections',
      })
      open[0]!.close()
      await open[0]!.end()
      const again = await LiveClient.open(server, person.token)
      for (const client of [...open, again]) client.close()
    })

    it('responds to every message and rejects invalid ones', async () => {
      const client = await LiveClient.open(server, ada.token)
      client.send({ type: 'ping' })
      await client.next('pong')
      client.send({ type: 'subscribe', topics: ['project:nowhere', 'sky', 'project:web'] })
      const { topics } = await client.next('subscribed')
      assert.match(topics.join(), /^project:[0-9a-f-]{36}$/)
      const errors = [await client.next('error'), await client.next('error')]
      assert.deepEqual(
        errors.map(({ topic, code }) => `${topic} ${code}`),
        ['project:nowhere not_found', 'sky invalid_input'],
      )
      client.send({ type: 'subscribe', topics: [] })
      assert.equal((await client.next('error')).code, 'invalid_input')
      client.send({ type: 'subscribe', topics: ['me'], cursor: 'x' })
      assert.equal((await client.next('error')).code, 'invalid_cursor')
      const foreign = Buffer.from('00000000.5.5').toString('base64url')
      client.send({ type: 'subscribe', topics: ['me'], cursor: foreign })
      assert.equal((await client.next('error')).code, 'cursor_expired')
      client.send({ type: 'unsubscribe', topics: ['project:web'] })
      assert.deepEqual((await client.next('unsubscribed')).topics, topics)
      client.send({ type: 'presence', status: 'away', place: { project: 'web', item: 'APP-1' } })
      assert.equal((await client.next('error')).code, 'invalid_input')
      client.close()
    })

    for (const [what, code, send] of [
      ['text that is not JSON', 4400, (ws: WebSocket) => ws.send('hello')],
      ['an unknown message type', 4400, (ws: WebSocket) => ws.send('{"type":"sing"}')],
      ['a binary message', 4400, (ws: WebSocket) => ws.send(Buffer.from('{}'))],
      ['a message that is too large', 1009, (ws: WebSocket) => ws.send('x'.repeat(16 * 1024 + 1))],
      [
        'too many messages',
        4429,
        (ws: WebSocket) => {
          for (let count = 0; count < 61; count++) ws.send('{"type":"ping"}')
        },
      ],
    ] as const)
      it(`closes the connection after ${what}`, async () => {
        const client = await LiveClient.open(server, ada.token)
        send(client.ws)
        assert.equal((await client.end()).code, code)
      })
  })
}
