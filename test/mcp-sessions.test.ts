import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { after, before, describe, it } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Server } from '@modelcontextprotocol/server'
import { purgeSessions } from '../server/doors/mcp/transports/session-rows.ts'
import { type Person, type TestServer, defaultEngine, oneEngine, startOwnServer } from './harness.ts'
import { type RawMcp, call, rawMcp, request } from './raw-mcp.ts'

for (const engine of oneEngine) {
  describe(`MCP sessions over HTTP, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let mcpToken: { id: string; value: string }
    let agent: RawMcp
    before(async () => {
      server = await startOwnServer(engine, {}, { mcp: { maxPerToken: 10 } })
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web' })
      mcpToken = await ada.call('credentials.createMcpToken', { name: 'agent' })
      agent = rawMcp(server.url, mcpToken.value)
    })
    after(() => server.stop())

    for (const version of ['2025-03-26', '2025-06-18', '2025-11-25']) {
      it(`starts, serves and ends a session in revision ${version}`, async () => {
        const session = await agent.startSession(version)
        const headers = { 'MCP-Protocol-Version': version }
        const listed = await agent.post(call('list_projects', {}, 'seven'), { session, headers })
        assert.equal(listed.headers.get('content-type'), 'application/json')
        const { id, result } = (await listed.json()) as {
          id: string
          result: { structuredContent: { items: { name: string }[] } }
        }
        assert.equal(id, 'seven')
        assert.deepEqual(
          result.structuredContent.items.map(({ name }) => name),
          ['Web'],
        )
        const stream = await agent.get({ session, headers })
        assert.equal(stream.headers.get('content-type'), 'text/event-stream')
        assert.equal(stream.headers.get('x-accel-buffering'), 'no')
        assert.ok((await agent.end({ session, headers })).ok)
        // The stream ends without a further request.
        await stream.text()
        for (const response of [
          await agent.post(request('tools/list'), { session, headers }),
          await agent.get({ session, headers }),
          await agent.end({ session, headers }),
        ])
          assert.equal(response.status, 404)
      })
    }

    it('serves a request without a session, as an example in the handbook does', async () => {
      const response = await agent.post(call('list_projects'))
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('mcp-session-id'), null)
      assert.match(await response.text(), /"name":"Web"/)
    })

    it('rejects a session id with another token or none', async () => {
      const session = await agent.startSession()
      const mallory = await server.register('Mallory')
      const { value } = await mallory.call('credentials.createMcpToken', { name: 'other' })
      const own = await ada.call('credentials.createMcpToken', { name: 'second' })
      for (const token of [value, own.value]) {
        const other = rawMcp(server.url, token)
        assert.equal((await other.post(call('list_projects'), { session })).status, 404)
        assert.equal((await other.get({ session })).status, 404)
        assert.equal((await other.end({ session })).status, 404)
      }
      const forged = `${session.slice(0, -3)}xyz`
      assert.equal((await agent.post(call('list_projects'), { session: forged })).status, 404)
      assert.equal((await rawMcp(server.url, 'nothing').post(request('ping'), { session })).status, 401)
      assert.equal((await agent.post(request('ping'), { session })).status, 200)
    })

    it('names the problem with a malformed message', async () => {
      const session = await agent.startSession()
      const status = async (pending: Promise<Response>) => (await pending).status
      assert.equal(await status(agent.post({ hello: 'there' }, { session })), 400)
      assert.equal(await status(agent.post([], { session })), 400)
      assert.equal(await status(agent.post(request('initialize'), { session })), 400)
      const headers = { 'MCP-Protocol-Version': '1999-01-01' }
      assert.equal(await status(agent.post(request('ping'), { session, headers })), 400)
      const json = { Accept: 'application/json' }
      assert.equal(await status(agent.post(request('ping'), { session, headers: json })), 406)
      assert.equal(await status(agent.get({ session, headers: json })), 406)
    })

    it('returns a list of responses to a list of messages, and counts each message', async () => {
      const session = await agent.startSession('2025-03-26')
      const before = await agent.post([request('ping', {}, 1), request('ping', {}, 2)], { session })
      assert.deepEqual(
        ((await before.json()) as { id: number }[]).map(({ id }) => id),
        [1, 2],
      )
      const left = (response: Response) => Number(response.headers.get('ratelimit-remaining'))
      const many = Array.from({ length: 50 }, (_, id) => request('ping', {}, `of many ${id}`))
      const after = await agent.post(many, { session })
      await after.text()
      assert.ok(left(before) - left(after) >= 50, `${left(before)} and then ${left(after)} were left`)
    })

    it('ends the streams and sessions of a revoked token', async () => {
      const revoked = await ada.call('credentials.createMcpToken', { name: 'to be revoked' })
      const other = rawMcp(server.url, revoked.value)
      const session = await other.startSession()
      const stream = await other.get({ session })
      const sse = await fetch(`${server.url}/mcp/sse`, {
        headers: { Authorization: `Bearer ${revoked.value}` },
      })
      await ada.call('credentials.revokeMcpToken', { mcpToken: revoked.id })
      await Promise.all([stream.text(), sse.text()])
      assert.equal((await other.post(request('ping'), { session })).status, 401)
    })

    it('ends a session that was idle for a day, and the client starts a new one', async () => {
      const session = await agent.startSession()
      await server.app.database.run(
        sql`update mcp_sessions set last_seen_at = now() - interval '25 hours' where id = ${session.split('.')[0]!}`,
      )
      assert.equal((await agent.post(request('ping'), { session })).status, 404)
      await purgeSessions(server.app.database)
      const rows = await server.app.database.run(
        sql`select 1 from mcp_sessions where id = ${session.split('.')[0]!}`,
      )
      assert.equal(rows.length, 0)
    })

    it('keeps a limited number of sessions per token in memory, and restores the others', async () => {
      const { value } = await ada.call('credentials.createMcpToken', { name: 'many sessions' })
      const busy = rawMcp(server.url, value)
      const idle = await busy.startSession()
      const used = await busy.startSession()
      const stream = await busy.get({ session: used })
      let isOver = false
      const over = stream.text().then(() => (isOver = true))
      for (let number = 0; number < 11; number++) await busy.startSession()
      // Concurrent requests restore the session only once.
      const requests = [1, 2, 3].map(() => busy.post(call('list_projects'), { session: idle }))
      for (const response of await Promise.all(requests)) assert.equal(response.status, 200)
      assert.equal(isOver, false, 'the session in use stays in memory')
      await busy.end({ session: used })
      await over
    })

    it('limits the open streams per token and rejects more', async () => {
      const { value } = await ada.call('credentials.createMcpToken', { name: 'many streams' })
      const headers = { Authorization: `Bearer ${value}` }
      const open = () => fetch(`${server.url}/mcp/sse`, { headers })
      const streams = await Promise.all(Array.from({ length: 10 }, open))
      const rejected = await open()
      assert.equal(rejected.status, 429)
      assert.equal(((await rejected.json()) as { code: string }).code, 'too_many_connections')
      await streams[0]!.body!.cancel()
      // A closed stream frees its slot as soon as the server notices.
      let next = await open()
      while (next.status === 429) next = await open()
      assert.equal(next.status, 200)
      for (const stream of [...streams.slice(1), next]) await stream.body!.cancel()
    })

    it("records the client's name on the first call, in a session and in the 2026 revision", async () => {
      const nameOf = async (id: string) => {
        const { items } = await ada.call('credentials.listMcpTokens', {})
        return items.find((token) => token.id === id)?.client
      }
      const inSession = await ada.call('credentials.createMcpToken', { name: 'with a session' })
      const by = rawMcp(server.url, inSession.value)
      const session = await by.startSession('2025-06-18', { name: 'Some editor', version: '3.1' })
      await (await by.post(call('list_projects'), { session })).text()
      assert.equal(await nameOf(inSession.id), 'Some editor 3.1')

      const without = await ada.call('credentials.createMcpToken', { name: 'without a session' })
      const client = new Client({ name: 'Another', version: '2' }, { versionNegotiation: { mode: 'auto' } })
      await client.connect(
        new StreamableHTTPClientTransport(new URL('/mcp', server.url), {
          requestInit: { headers: { Authorization: `Bearer ${without.value}` } },
        }),
      )
      await client.callTool({ name: 'list_projects', arguments: {} })
      await client.close()
      assert.equal(await nameOf(without.id), 'Another 2')
    })

    it('rejects a foreign page by its Origin and by its Host', async () => {
      const session = await agent.startSession()
      const token = { Authorization: `Bearer ${mcpToken.value}`, 'Mcp-Session-Id': session }
      for (const [method, path] of [
        ['POST', '/mcp'],
        ['GET', '/mcp'],
        ['DELETE', '/mcp'],
        ['GET', '/mcp/sse'],
        ['POST', '/mcp/messages?sessionId=x'],
      ] as const) {
        const body = method === 'POST' ? JSON.stringify(request('ping')) : undefined
        const statusWith = (headers: Record<string, string>) =>
          statusOf(`${server.url}${path}`, { method, headers: { ...token, ...headers }, body })
        assert.equal(await statusWith({ Origin: 'https://evil.example' }), 403, `${method} ${path}`)
        assert.equal(await statusWith({ Host: 'evil.example' }), 403, `${method} ${path}`)
      }
      assert.equal((await agent.post(request('ping'), { session })).status, 200)
    })
  })
}

describe('slow and late MCP clients', () => {
  it('disconnects a client that does not read, and drops its unread messages', async () => {
    const mcp = {
      createServer() {
        const server = new Server({ name: 'talkative', version: '1' }, { capabilities: { tools: {} } })
        const text = 'x'.repeat(1024 * 1024)
        server.setRequestHandler('tools/call', () => ({ content: [{ type: 'text', text }] }))
        return server
      },
    }
    const server = await startOwnServer(defaultEngine, {}, { mcp })
    const ada = await server.register('Ada')
    const { value } = await ada.call('credentials.createMcpToken', { name: 'slow' })
    const headers = { Authorization: `Bearer ${value}` }
    const outgoing = http.get(`${server.url}/mcp/sse`, { headers })
    const [stream] = (await once(outgoing, 'response')) as [http.IncomingMessage]
    stream.on('error', () => {})
    const [chunk] = (await once(stream, 'data')) as [Buffer]
    stream.pause()
    const [, endpoint] = /data: (\S+)/.exec(chunk.toString())!
    const post = () =>
      fetch(new URL(endpoint!, server.url), {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(call('talk')),
      })
    let accepted = 0
    while ((await post()).status === 202) assert.ok(++accepted < 100, 'the server still waits for the client')
    assert.ok(accepted > 4)
    outgoing.destroy()
    await server.stop()
  })

  it('stops although clients open streams at the same moment', async () => {
    const server = await startOwnServer()
    const ada = await server.register('Ada')
    const { value } = await ada.call('credentials.createMcpToken', { name: 'agent' })
    const agent = rawMcp(server.url, value)
    const sessions = await Promise.all(Array.from({ length: 20 }, () => agent.startSession()))
    const opening = sessions.map((session) => agent.get({ session }))
    // The server is still checking credentials and access for some of the other requests.
    await Promise.race(opening)
    await server.stop()
    const streams = opening.map((opened) => opened.then((response) => response.text()).catch(() => 'cut off'))
    await Promise.all(streams)
  })
})

/** Sends a request with any Host header, which `fetch` does not allow. */
async function statusOf(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: string | undefined },
): Promise<number> {
  const accepted = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' }
  const outgoing = http.request(url, { method, headers: { ...(body && accepted), ...headers } })
  outgoing.end(body)
  const [response] = (await once(outgoing, 'response')) as [http.IncomingMessage]
  response.destroy()
  return response.statusCode!
}
