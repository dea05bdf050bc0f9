import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { Server } from '@modelcontextprotocol/server'
import { Client, SSEClientTransport } from '@modelcontextprotocol/client'
import { type Person, type TestServer, freshDatabase, runTestServer, withoutPostgres } from './harness.ts'
import { startRedis, withoutRedis } from './partners/redis.ts'
import { call, eventsOf, rawMcp, request } from './raw-mcp.ts'

type Raw = ReturnType<typeof rawMcp>

/** A server whose only tool runs until it is cancelled. */
class WaitingServer {
  started = Promise.withResolvers<void>()
  cancelled = Promise.withResolvers<void>()

  createServer(): Server {
    const server = new Server({ name: 'waiting', version: '1' }, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/call', async (_, { mcpReq: { signal } }) => {
      this.started.resolve()
      await once(signal, 'abort')
      this.cancelled.resolve()
      return { content: [] }
    })
    return server
  }
}

for (const wire of ['postgresql', 'redis'] as const) {
  const skip = withoutPostgres || (wire === 'redis' && withoutRedis)
  describe(`agents whose messages reach another node, over ${wire}`, { skip }, () => {
    let nodes: [TestServer, TestServer]
    let ada: Person
    let token: { id: string; value: string }
    let removeRedis: (() => Promise<void>) | undefined
    const waiting = new WaitingServer()
    before(async () => {
      const redis = wire === 'redis' ? await startRedis() : undefined
      removeRedis = redis && (() => redis.remove())
      const settings = {
        ...(await freshDatabase('pgsql')),
        PORT: '0',
        LOG_LEVEL: 'silent',
        RATE_LIMIT_MCP: '1000000',
        ...(redis && { REDIS_URL: redis.url }),
      }
      nodes = [await runTestServer(settings), await runTestServer(settings)]
      ada = await nodes[0].register('Ada')
      await ada.call('projects.create', { name: 'Web' })
      token = await ada.call('credentials.createMcpToken', { name: 'agent' })
    })
    after(async () => {
      for (const node of nodes) await node.stop()
      await removeRedis?.()
    })
    const bearer = (value = token.value) => ({ Authorization: `Bearer ${value}` })
    const sseAt = (node: TestServer, value?: string) =>
      fetch(`${node.url}/mcp/sse`, { headers: bearer(value) })
    const postTo = (node: TestServer, endpoint: string, message: object, value?: string) =>
      fetch(new URL(endpoint, node.url), {
        method: 'POST',
        headers: { ...bearer(value), 'Content-Type': 'application/json' },
        body: JSON.stringify(message),
      })

    it('responds on the stream of an SSE client, whichever node receives the message', async () => {
      const client = new Client({ name: 'test', version: '1' })
      let turn = 0
      const alternating: typeof fetch = (input, init) => {
        const { pathname, search } = new URL(input instanceof Request ? input.url : input)
        const node = pathname === '/mcp/sse' ? nodes[0] : nodes[turn++ % 2]!
        return fetch(new URL(pathname + search, node.url), init)
      }
      await client.connect(
        new SSEClientTransport(new URL('/mcp/sse', nodes[0].url), {
          requestInit: { headers: bearer() },
          fetch: alternating,
        }),
      )
      const titles = Array.from({ length: 20 }, (_, number) => `Task ${number}`)
      const created = await Promise.all(
        titles.map((title) => client.callTool({ name: 'create_task', arguments: { project: 'web', title } })),
      )
      assert.deepEqual(
        created.map(({ structuredContent }) => (structuredContent as { title: string }).title),
        titles,
      )
      assert.ok(turn > 20)
      await client.close()
      // The node that forwarded a message deletes it a moment after it has arrived.
      const { database } = nodes[0].app
      while ((await database.run(sql`select 1 from mcp_messages`)).length > 0);
    })

    it('rejects a message for the stream of another token at every node', async () => {
      const stream = await sseAt(nodes[0])
      const events = eventsOf(stream)
      const endpoint = (await events.next()).value!.data!
      const mallory = await nodes[0].register('Mallory')
      const other = await mallory.call('credentials.createMcpToken', { name: 'other' })
      const ping = request('ping', {}, 'over there')
      assert.equal((await postTo(nodes[1], endpoint, ping, other.value)).status, 404)
      assert.equal((await postTo(nodes[1], `${endpoint.slice(0, -3)}xyz`, ping)).status, 404)
      assert.equal((await postTo(nodes[1], endpoint, { hello: 'there' })).status, 400)
      assert.equal((await postTo(nodes[1], endpoint, ping)).status, 202)
      assert.deepEqual(JSON.parse(String((await events.next()).value?.data)), {
        jsonrpc: '2.0',
        id: 'over there',
        result: {},
      })
      await stream.body?.cancel().catch(() => {})
    })

    it('rejects a message for a closed stream, so that the client opens a new one', async () => {
      const events = eventsOf(await sseAt(nodes[0]))
      const endpoint = (await events.next()).value!.data!
      await events.return(undefined)
      // Waits until the node has noticed that the stream is closed.
      while ((await postTo(nodes[0], endpoint, request('ping'))).status !== 404);
      assert.equal((await postTo(nodes[1], endpoint, request('ping'))).status, 404)
    })

    it('continues a session at another node, and ends it at both', async () => {
      const [here, there] = nodes.map(({ url }) => rawMcp(url, token.value)) as [Raw, Raw]
      const session = await here.startSession('2025-11-25')
      const stream = await here.get({ session })
      for (const node of [there, here, there]) {
        const response = await node.post(call('list_projects'), { session })
        assert.equal(response.status, 200)
        assert.match(await response.text(), /"name":"Web"/)
      }
      const repeated = await there.post(request('initialize'), { session })
      assert.equal(repeated.status, 400, 'the session has started there too')
      assert.ok((await there.end({ session })).ok)
      await stream.text()
      for (const node of [here, there])
        assert.equal((await node.post(request('ping'), { session })).status, 404)
    })

    it('opens a stream at another node for a client that resumes there', async () => {
      const [here, there] = nodes.map(({ url }) => rawMcp(url, token.value)) as [Raw, Raw]
      const session = await here.startSession()
      const first = eventsOf(await here.get({ session }))
      const { id } = (await first.next()).value!
      await first.return(undefined)
      const second = await there.get({ session, headers: { 'Last-Event-ID': id! } })
      assert.equal(second.status, 200)
      assert.notEqual((await eventsOf(second).next()).value!.id, id)
    })

    it('ends the streams of a revoked token at both nodes', async () => {
      const revoked = await ada.call('credentials.createMcpToken', { name: 'to be revoked' })
      const streams = await Promise.all(nodes.map((node) => sseAt(node, revoked.value)))
      const here = rawMcp(nodes[1].url, revoked.value)
      const session = await here.startSession()
      streams.push(await here.get({ session }))
      await ada.call('credentials.revokeMcpToken', { mcpToken: revoked.id })
      await Promise.all(streams.map((stream) => stream.text()))
    })

    it('cancels a call, whichever node receives the cancellation', async () => {
      const settings = { ...nodes[0].environment }
      const mcp = { createServer: () => waiting.createServer() }
      const pair = [await runTestServer(settings, { mcp }), await runTestServer(settings, { mcp })]
      try {
        const [here, there] = pair.map(({ url }) => rawMcp(url, token.value)) as [Raw, Raw]
        const session = await here.startSession()
        const called = here.post(call('wait', {}, 'the long one'), { session })
        await waiting.started.promise
        const params = { requestId: 'the long one', reason: 'no longer needed' }
        const cancellation = await there.post(
          { jsonrpc: '2.0', method: 'notifications/cancelled', params },
          { session },
        )
        assert.equal(cancellation.status, 202)
        await waiting.cancelled.promise
        assert.equal(await (await called).text(), '', 'the response is empty and complete')
      } finally {
        for (const node of pair) await node.stop()
      }
    })
  })
}
