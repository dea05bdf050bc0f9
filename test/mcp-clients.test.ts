import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as ClientOf2025 } from '@modelcontextprotocol/sdk/client/index.js'
import { SSEClientTransport as SseOf2025 } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPClientTransport as HttpOf2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { toolList } from '../server/doors/mcp/tools/tool-registry.ts'
import { type Person, type TestServer, connectAgent, startTestServer } from './harness.ts'
import { type CallTool, runStory } from './mcp-story.ts'

const tools = toolList.map(({ name }) => name)

describe('third-party MCP clients', () => {
  let server: TestServer
  let ada: Person
  let options: { requestInit: { headers: Record<string, string> } }
  before(async () => {
    server = await startTestServer()
    ada = await server.register('Ada')
    await ada.call('projects.create', { name: 'Web' })
    const { value } = await ada.call('credentials.createMcpToken', { name: 'clients' })
    // As in a configuration file: a URL and a header.
    options = { requestInit: { headers: { Authorization: `Bearer ${value}` } } }
  })
  after(() => server.stop())

  const address = (path: string) => new URL(path, server.url)
  type AnyClient = Pick<Client, 'listTools' | 'callTool' | 'close' | 'getServerVersion' | 'getInstructions'>
  const clients: [name: string, connect: () => Promise<AnyClient>][] = [
    [
      'the SDK 1.x over SSE',
      async () => {
        const client = new ClientOf2025({ name: 'test', version: '1' })
        await client.connect(new SseOf2025(address('/mcp/sse'), options))
        return client as unknown as AnyClient
      },
    ],
    [
      'the SDK 1.x over Streamable HTTP',
      async () => {
        const client = new ClientOf2025({ name: 'test', version: '1' })
        await client.connect(new HttpOf2025(address('/mcp'), options))
        return client as unknown as AnyClient
      },
    ],
    [
      'the client 2.x over SSE',
      async () => {
        const client = new Client({ name: 'test', version: '1' })
        await client.connect(new SSEClientTransport(address('/mcp/sse'), options))
        return client
      },
    ],
    [
      'the client 2.x over Streamable HTTP, in the revision of 2026',
      async () => {
        const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
        await client.connect(new StreamableHTTPClientTransport(address('/mcp'), options))
        return client
      },
    ],
  ]
  for (const [name, connect] of clients) {
    it(`serves ${name}, which lists the tools and runs the whole story`, async () => {
      const client = await connect()
      assert.equal(client.getServerVersion()?.name, 'baton')
      const listed = (await client.listTools()).tools
      assert.deepEqual(
        listed.map((tool) => tool.name),
        tools,
      )
      assert.ok(
        listed.every(
          ({ description, annotations }) => description && annotations?.openWorldHint !== undefined,
        ),
      )
      const call: CallTool = async (tool, input) => {
        const result = await client.callTool({ name: tool, arguments: input })
        assert.notEqual(result.isError, true, JSON.stringify(result))
        return result.structuredContent as never
      }
      await runStory(call, name)
      await client.close()
    })
  }

  it('teaches agents the workflow in the first 500 characters', async () => {
    const client = await clients[2]![1]()
    assert.ok(client.getInstructions()!.length <= 500)
    await client.close()
  })

  it('rejects a wrong token', async () => {
    await assert.rejects(connectAgent(server.url, 'svc_live_wrong', '', 'sse'), /401/)
    await assert.rejects(connectAgent(server.url, 'svc_live_wrong', '', 'http'), /401|credential/)
  })

  it('rejects a session id without the token that it belongs to', async () => {
    const { Authorization } = options.requestInit.headers
    const stream = await fetch(address('/mcp/sse'), { headers: { Authorization: Authorization! } })
    const reader = stream.body!.getReader()
    const [, endpoint] = /data: (\S+)/.exec(Buffer.from((await reader.read()).value).toString())!
    const mallory = await server.register('Mallory')
    const other = await mallory.call('credentials.createMcpToken', { name: 'other' })
    const post = (path: string, authorization: string) =>
      fetch(address(path), {
        method: 'POST',
        headers: { Authorization: authorization, 'Content-Type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      })
    assert.equal((await post(endpoint!, `Bearer ${other.value}`)).status, 404)
    assert.equal((await post(`${endpoint!.slice(0, -3)}xyz`, Authorization!)).status, 404)
    assert.equal((await post(endpoint!, 'Bearer nothing')).status, 401)
    assert.equal((await post(endpoint!, Authorization!)).status, 202)
    await reader.cancel()
  })

  it('returns its own responses to each of a hundred clients of three generations with the same message ids', async () => {
    const names = ['Bob', 'Carol', 'Dave', 'Eve']
    const people = await Promise.all(names.map((name) => server.register(name)))
    await Promise.all(people.map((person) => person.call('projects.create', { name: `Of ${person.name}` })))
    const tokens = await Promise.all(
      people.map((person) => person.call('credentials.createMcpToken', { name: 'one of many' })),
    )
    const generations = [
      () => ({ path: '/mcp/sse', make: SSEClientTransport, options: {} }),
      () => ({ path: '/mcp', make: StreamableHTTPClientTransport, options: {} }),
      () => ({
        path: '/mcp',
        make: StreamableHTTPClientTransport,
        options: { versionNegotiation: { mode: 'auto' as const } },
      }),
    ]
    const several = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const place = index % people.length
        const { path, make: Transport, options: negotiation } = generations[index % 3]!()
        // Each client counts its messages from the start, so their ids are the same.
        const client = new Client({ name: 'test', version: '1' }, negotiation)
        const headers = { Authorization: `Bearer ${tokens[place]!.value}` }
        await client.connect(new Transport(address(path), { requestInit: { headers } }))
        return { client, owner: people[place]!.name }
      }),
    )
    await Promise.all(
      several.map(async ({ client, owner }, index) => {
        for (let round = 0; round < 3; round++) {
          const title = `${owner} ${index} ${round}`
          const [listed, created] = await Promise.all([
            client.callTool({ name: 'list_projects', arguments: {} }),
            client.callTool({
              name: 'create_task',
              arguments: { project: `of-${owner.toLowerCase()}`, title },
            }),
          ])
          const { items } = listed.structuredContent as { items: { name: string }[] }
          assert.deepEqual(
            [items.map((item) => item.name), (created.structuredContent as { title: string }).title],
            [[`Of ${owner}`], title],
          )
        }
        await client.close()
      }),
    )
  })
})
