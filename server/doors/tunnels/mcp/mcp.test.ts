import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Client, RequestOptions } from '@modelcontextprotocol/client'
import { sendLine } from '../../../platform/json-lines.ts'
import type { MuxStream } from '../../../platform/multiplexer.ts'
import { type Person, type TestServer, startOwnServer } from '../../../../test/harness.ts'
import { until } from '../../../../test/poll.ts'
import { type RawMcp, call, rawMcp, request } from '../../../../test/raw-mcp.ts'
import { type TestMachine, connectMachine } from '../../../../test/tunnel-machine.ts'
import {
  type ClientOptions,
  type McpTransport,
  connectClient,
  connectClientOf2025,
  recordMessages,
} from '../../../../test/tunnel-mcp-clients.ts'
import { addMember } from '../../../../test/world.ts'

describe('MCP servers of a machine', () => {
  let server: TestServer
  let ada: Person
  let bob: Person
  let machine: TestMachine
  let token: string
  before(async () => {
    server = await startOwnServer()
    ada = await server.register('Ada')
    bob = await addMember(server, ada, 'member')
    machine = await connectMachine(server, ada, { sample: 'allow', careful: 'ask', closed: 'reject' }, [
      bob.email,
    ])
    token = await tokenOf(ada)
  })
  const clients: { close(): Promise<void> }[] = []
  afterEach(async () => {
    machine.serve = (stream) => machine.mcp.serveStream(stream)
    await Promise.all(clients.splice(0).map((client) => client.close()))
  })
  after(async () => {
    await machine.close()
    await server.stop()
  })

  const tokenOf = async (person: Person) =>
    (await person.call('credentials.createMcpToken', { name: 'machines' })).value
  const pathOf = (name: string) => `/mcp/tunnels/${machine.tunnel}${name && `/${name}`}`
  const rawOf = (name: string, bearer = token): RawMcp => rawMcp(server.url, bearer, pathOf(name))

  async function open(
    name: string,
    transport: McpTransport,
    make: typeof connectClient,
    options: Partial<ClientOptions> = {},
  ): Promise<Client> {
    const client = await make(`${server.url}${pathOf(name)}`, { token, transport, ...options })
    clients.push(client)
    return client
  }
  const connect = (name: string, transport: McpTransport, options: Partial<ClientOptions> = {}) =>
    open(name, transport, connectClient, options)
  const textOf = (result: Awaited<ReturnType<Client['callTool']>>) =>
    (result.content as { text: string }[])[0]!.text
  const echo = async (client: Client, text: string) =>
    textOf(await client.callTool({ name: 'echo', arguments: { text } }))
  const runs = async () => (await ada.call('tunnels.listRuns', { tunnel: machine.tunnel })).items

  const asked = async () => (await runs()).find(({ state }) => state === 'asked')
  const decide = async (decision: 'allow' | 'refuse') => {
    await until(async () => (await asked()) !== undefined)
    await ada.call('tunnels.decide', { tunnel: machine.tunnel, run: (await asked())!.id, decision })
  }

  for (const kind of ['HTTP', 'SSE'] as const) {
    it(`serves the SDK 1.x and the client 2.x over ${kind}, with progress, notifications and requests to the client`, async () => {
      for (const isOf2025 of [true, false]) {
        const client = await open('sample', kind, isOf2025 ? connectClientOf2025 : connectClient)
        const { tools } = await client.listTools()
        assert.ok(tools.some(({ name }) => name === 'echo'))
        assert.match(await echo(client, 'Hello'), /^Hello from \d+$/)
        const received = recordMessages(client)
        const options: RequestOptions = { onprogress: () => {} }
        const count = { name: 'count', arguments: { steps: 2 } }
        // The SDK 1.x has another argument before the options.
        const call1x = client.callTool.bind(client) as (...given: unknown[]) => ReturnType<Client['callTool']>
        const counted = isOf2025
          ? await call1x(count, undefined, options)
          : await client.callTool(count, options)
        assert.equal(textOf(counted), 'counted')
        const [last, response] = received.slice(-2)
        assert.deepEqual([last?.params?.progress, last?.params?.total, 'result' in response!], [2, 2, true])
      }
      const client = await connect('sample', kind, { capabilities: { sampling: {} } })
      client.setRequestHandler('sampling/createMessage', () => ({
        model: 'none',
        role: 'assistant',
        content: { type: 'text', text: 'Fine.' },
      }))
      const answer = await client.callTool({ name: 'ask', arguments: {} })
      assert.match(textOf(answer), /Fine\./)
      const changed = new Promise<void>((resolve) =>
        client.setNotificationHandler('notifications/tools/list_changed', () => resolve()),
      )
      await client.callTool({ name: 'announce', arguments: {} })
      await changed
    })

    it(`cancels the run and the call on the machine when a client cancels over ${kind}`, async () => {
      const client = await connect('sample', kind)
      const logged = new Promise((resolve) =>
        client.setNotificationHandler('notifications/message', ({ params }) => resolve(params.data)),
      )
      const ending = new AbortController()
      const waiting = client.callTool(
        { name: 'wait', arguments: {} },
        { signal: ending.signal, onprogress: () => ending.abort('No longer needed.') },
      )
      await assert.rejects(waiting)
      assert.equal(await logged, 'the call was cancelled')
      await until(async () => (await runs())[0]?.state === 'cancelled')
    })
  }

  it('returns their own responses to two clients that use the same message ids', async () => {
    const all = await Promise.all([
      connect('sample', 'HTTP'),
      connect('sample', 'SSE'),
      connect('sample', 'HTTP'),
    ])
    const answers = await Promise.all(
      all.flatMap((client, index) => [echo(client, `a${index}`), echo(client, `b${index}`)]),
    )
    assert.deepEqual(
      answers.map((answer) => answer.slice(0, 2)),
      ['a0', 'b0', 'a1', 'b1', 'a2', 'b2'],
    )
    // Each client has its own process.
    assert.equal(new Set(answers.map((answer) => answer.slice(2))).size, 3)
  })

  it("hides one person's session from another, who can use the machine too", async () => {
    const session = await rawOf('sample').startSession()
    const bobs = rawOf('sample', await tokenOf(bob))
    const calls = [request('tools/list'), call('echo', { text: 'x' })]
    for (const message of calls) assert.equal((await bobs.post(message, { session })).status, 404)
    assert.equal((await bobs.get({ session })).status, 404)
    assert.equal((await bobs.end({ session })).status, 404)
    assert.equal((await rawOf('sample').end({ session })).status, 204)
    assert.equal((await rawOf('sample').post(calls[0]!, { session })).status, 404)
    const mallory = rawOf('sample', await tokenOf(await server.register('Mallory')))
    assert.equal((await mallory.post(request('initialize'))).status, 404)
    assert.equal((await rawOf('sample', 'svc_live_wrong').post(request('initialize'))).status, 401)
  })

  it('never passes a tool call to the server except as a run', async () => {
    const raw = rawOf('sample')
    const session = await raw.startSession()
    const before = (await runs()).length
    const { id: _, ...notification } = call('echo', { text: 'x' })
    const batch = await raw.post([request('tools/list'), call('echo', { text: 'x' })], { session })
    const withoutId = await raw.post(notification, { session })
    assert.deepEqual([batch.status, withoutId.status], [400, 400])
    const escaped = await fetch(new URL(pathOf('sample'), server.url), {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: 'application/json, text/event-stream',
        'Content-Type': 'application/json',
        'Mcp-Session-Id': session,
      },
      body: String.raw`{"jsonrpc":"2.0","id":7,"method":"ping","method":"tools\u002fcall","params":{"name":"echo","arguments":{"text":"hi"}}}`,
    })
    assert.match(await escaped.text(), /hi from \d+/)
    const after = await runs()
    assert.ok(after.length > before)
    assert.equal(after[0]!.action, 'run_tool')
  })

  it('asks the owner before a tool call, and passes only descriptions of the server', async () => {
    const client = await connect('careful', 'HTTP')
    assert.equal((await client.listResources()).resources.length, 1)
    await assert.rejects(client.readResource({ uri: 'sample://one' }), /only allows tool calls/)
    const [refused] = await Promise.allSettled([echo(client, 'no'), decide('refuse')])
    assert.match(String((refused as PromiseRejectedResult).reason), /The machine's owner refused this/)
    const [allowed] = await Promise.all([echo(client, 'yes'), decide('allow')])
    assert.match(allowed, /^yes from/)
    const overSse = await connect('careful', 'SSE')
    const [refusedOverSse] = await Promise.allSettled([echo(overSse, 'no'), decide('refuse')])
    assert.match(String((refusedOverSse as PromiseRejectedResult).reason), /owner refused/)
    assert.equal((await rawOf('closed').post(request('initialize'))).status, 403)
    assert.equal((await rawOf('other').post(request('initialize'))).status, 403)
  })

  it('reports a server that ends during a call, and then its session as ended', async () => {
    const raw = rawOf('sample')
    const session = await raw.startSession()
    const crashed = await (await raw.post(call('crash'), { session })).text()
    assert.match(crashed, /The MCP server on the machine ended/)
    assert.equal((await raw.post(request('tools/list'), { session })).status, 404)
    assert.equal((await runs())[0]!.state, 'failed')
    const overSse = await connect('sample', 'SSE')
    await assert.rejects(
      overSse.callTool({ name: 'crash', arguments: {} }),
      /The MCP server on the machine ended/,
    )
  })

  it('drops response headers that a machine smuggles, and rejects other statuses and types', async () => {
    const respond = async (head: object, body = '{}') => {
      machine.serve = (stream) => {
        sendLine(stream, head)
        stream.write(Buffer.from(body))
        stream.end()
      }
      return rawOf('sample').post(request('initialize'))
    }
    const headers = { 'content-type': 'application/json' }
    const smuggled = { 'set-cookie': 'a=b', location: '//evil', 'mcp-session-id': 'x'.repeat(22) }
    const response = await respond({ status: 200, headers: { ...headers, ...smuggled } })
    assert.deepEqual(
      [response.status, response.headers.get('set-cookie'), response.headers.get('location')],
      [200, null, null],
    )
    assert.equal(response.headers.get('mcp-session-id'), 'x'.repeat(22))
    const rejected = [
      { status: 302, headers: { location: '//evil' } },
      { status: 101, headers },
      { status: 401, headers },
      { status: 200, headers: { 'content-type': 'text/html' } },
      { status: 200, headers: { ...headers, 'mcp-session-id': 'x\r\nSet-Cookie: a=b' } },
      'not a head',
    ]
    for (const head of rejected) assert.equal((await respond(head as object)).status, 502)
  })

  it('stops a machine that sends faster than the client reads, and resets its stream when the client leaves', async () => {
    let stream: MuxStream
    const opened = new Promise<void>((resolve) => {
      machine.serve = (given) => {
        stream = given
        sendLine(given, { status: 200, headers: { 'content-type': 'text/event-stream' } })
        resolve()
      }
    })
    const left = opened.then(
      () => new Promise<string>((resolve) => stream.onReset(({ code }) => resolve(code))),
    )
    const client = http.get(new URL(`${pathOf('sample')}/sse`, server.url), {
      headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
    })
    const [response] = (await once(client, 'response')) as [http.IncomingMessage]
    response.pause()
    await opened
    const size = 64 * 1024 * 1024
    stream!.write(Buffer.alloc(size, ':'))
    // Pings of the connection pass while the stream waits for the client.
    await ada.call('tunnels.execute', { tunnel: machine.tunnel, action: 'get_status', waitSeconds: 10 })
    assert.ok(stream!.queuedBytes > size / 2, `${stream!.queuedBytes} bytes wait on the machine`)
    client.destroy()
    assert.equal(await left, 'client_left')
  })

  it('ends the streams of a revoked token', async () => {
    const created = await ada.call('credentials.createMcpToken', { name: 'short' })
    const raw = rawOf('sample', created.value)
    const session = await raw.startSession()
    const stream = await raw.get({ session })
    await ada.call('credentials.revokeMcpToken', { mcpToken: created.id })
    await stream.text().catch(() => {})
  })

  it("serves the machine's own actions as tools", async () => {
    const client = await connect('', 'HTTP')
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    assert.ok(names.includes('get_status') && names.includes('run_tool_sample'))
    assert.ok(!names.includes('run_tool_closed'))
    const deploy = tools.find(({ name }) => name === 'run_command_deploy-preview')!
    assert.match(deploy.description!, /Asks the machine's owner first\./)
    const status = await client.callTool({ name: 'get_status', arguments: {} })
    assert.match(JSON.stringify(status.structuredContent), /"hostname":"laptop"/)
    const echoed = await client.callTool({
      name: 'run_tool_sample',
      arguments: { tool: 'echo', arguments: { text: 'Hi' } },
    })
    assert.match(textOf(echoed), /^Hi from/)
    const wrong = await client.callTool({ name: 'run_tool_sample', arguments: {} })
    assert.equal(wrong.isError, true)
    const deploying = client.callTool({ name: deploy.name, arguments: {} })
    await decide('refuse')
    const refused = await deploying
    assert.equal(refused.isError, true)
    assert.match(textOf(refused), /refused/)
    await assert.rejects(client.callTool({ name: 'run_tool_closed', arguments: {} }), /no tool/)
  })
})
