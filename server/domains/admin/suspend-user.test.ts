import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  clientFor,
  oneEngine,
  runTestServer,
  settled,
  startOwnServer,
} from '../../../test/harness.ts'
import { impersonate } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`suspending a user, on ${engine}`, () => {
    let server: TestServer
    /** The node with the streams of suspended users. On PostgreSQL it is not the administrator's node. */
    let node: TestServer
    let admin: Person
    before(async () => {
      server = await startOwnServer(engine)
      node = engine === 'pgsql' ? await runTestServer(server.environment) : server
      admin = await server.register('Admin')
    })
    after(async () => {
      if (node !== server) await node.stop()
      await server.stop()
    })

    it('ends every stream, wait and request of the user on every node', async () => {
      const bob = await server.register('Bob')
      const key = await bob.call('credentials.createApiKey', { name: 'key' })
      const token = await bob.call('credentials.createMcpToken', { name: 'token' })
      const login = { email: bob.email, password: bob.password }
      const rejection = { status: 403, code: 'suspended' }

      const stream = await openStream(token.value)
      await settled(server.app.database)
      const waits = [bob.token, key.value].map((credential) =>
        clientFor(node.url, credential)('activity.listEvents', { cursor: 'latest', wait: 25 }),
      )
      const ended = Promise.all(waits.map((wait) => assert.rejects(wait, rejection)))
      while (!/door="events"\} 2/.test(await node.app.metrics.text())) await new Promise(setImmediate)

      const { suspendedAt } = await admin.call('admin.suspendUser', { user: bob.user.username })
      assert.ok(suspendedAt)
      assert.equal((await stream.read()).done, true)
      await ended
      for (const { url } of [server, node]) {
        for (const credential of [bob.token, key.value])
          await assert.rejects(clientFor(url, credential)('accounts.getMe', {}), rejection)
        await assert.rejects(clientFor(url, null)('accounts.logIn', login), rejection)
        for (const path of ['/mcp', '/mcp/sse'])
          assert.equal((await requestMcp(url + path, token.value)).status, 403)
      }

      await admin.call('admin.unsuspendUser', { user: bob.email })
      for (const credential of [bob.token, key.value])
        await clientFor(node.url, credential)('accounts.getMe', {})
      assert.equal((await requestMcp(`${node.url}/mcp`, token.value)).status, 200, 'the token still works')
    })

    it('keeps the streams of other users open', async () => {
      const [carol, dave] = [await server.register('Carol'), await server.register('Dave')]
      const agent = await dave.agent({ transport: 'sse' })
      await admin.call('admin.suspendUser', { user: carol.user.id })
      assert.equal((await agent.call('list_projects')).isError, false)
      await agent.close()
    })

    it('ends impersonation by a suspended administrator', async () => {
      const [erin, frank] = [await makeAdmin('Erin'), await server.register('Frank')]
      const asFrank = server.client(await impersonate(server, erin, frank))
      assert.equal((await asFrank('accounts.getMe', {})).user.id, frank.user.id)
      await admin.call('admin.suspendUser', { user: erin.user.id })
      await assert.rejects(asFrank('accounts.getMe', {}), { code: 'invalid_credential' })
    })

    it('records each change once, with the actor and reason', async () => {
      const gina = await server.register('Gina')
      const input = { user: gina.user.id, reason: 'Asked for it' }
      const first = await admin.call('admin.suspendUser', input)
      assert.deepEqual(await admin.call('admin.suspendUser', input), first)
      await admin.call('admin.unsuspendUser', { user: gina.user.id })
      await admin.call('admin.unsuspendUser', { user: gina.user.id })
      const rows = await server.app.database.run<{ type: string; by: string; reason: string | null }>(
        sql`select type, actor->>'name' as by, data->>'reason' as reason from journal
          where subject_id = ${gina.user.id} and type like 'user.%suspended' order by seq`,
      )
      assert.deepEqual(rows, [
        { type: 'user.suspended', by: 'Admin', reason: 'Asked for it' },
        { type: 'user.unsuspended', by: 'Admin', reason: null },
      ])
    })

    it('rejects members, API keys and impersonators of administrators', async () => {
      const [hugo, ivan] = [await server.register('Hugo'), await server.register('Ivan')]
      const input = { user: ivan.user.id }
      await assert.rejects(hugo.call('admin.suspendUser', input), { code: 'administrators_only' })
      const key = await admin.call('credentials.createApiKey', {
        name: 'all',
        scopes: ['read', 'write', 'admin'],
      })
      const impersonator = await impersonate(server, hugo, admin)
      for (const credential of [key.value, impersonator])
        await assert.rejects(server.client(credential)('admin.suspendUser', input), {
          status: 403,
          code: 'session_needed',
        })
      const missing = admin.call('admin.suspendUser', { user: 'no-such-user' })
      await assert.rejects(missing, { status: 404, code: 'not_found' })
      await ivan.call('accounts.getMe', {})
    })

    it('checks the current role in the database, not the role at sign-in', async () => {
      const judy = await makeAdmin('Judy')
      await judy.call('admin.unsuspendUser', { user: admin.user.id })
      await server.app.database.run(sql`update users set role = 'user' where id = ${judy.user.id}`)
      const late = judy.call('admin.unsuspendUser', { user: admin.user.id })
      await assert.rejects(late, { status: 403, code: 'administrators_only' })
    })

    it('rejects suspending your own account and concurrent mutual suspension', async () => {
      const [kate, leo] = [await makeAdmin('Kate'), await makeAdmin('Leo')]
      await assert.rejects(kate.call('admin.suspendUser', { user: kate.email.toUpperCase() }), {
        status: 422,
        code: 'not_oneself',
      })
      const outcomes = await Promise.allSettled([
        kate.call('admin.suspendUser', { user: leo.user.id }),
        leo.call('admin.suspendUser', { user: kate.user.id }),
      ])
      assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    })

    async function makeAdmin(name: string): Promise<Person> {
      const person = await server.register(name)
      await server.app.database.run(sql`update users set role = 'admin' where id = ${person.user.id}`)
      return person
    }

    async function openStream(token: string) {
      const stream = await requestMcp(`${node.url}/mcp/sse`, token)
      const reader = stream.body!.getReader()
      assert.match(Buffer.from((await reader.read()).value).toString(), /^event: endpoint/)
      return reader
    }
  })
}

function requestMcp(url: string, token: string): Promise<Response> {
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  }
  if (url.endsWith('/sse')) return fetch(url, { headers })
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  return fetch(url, { method: 'POST', headers, body })
}
