import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  runTestServer,
  startOwnServer,
  withoutPostgres,
} from '../../../../test/harness.ts'
import { TunnelClient } from '../../../../test/fake-machine.ts'
import { call, eventsOf, rawMcp, request } from '../../../../test/raw-mcp.ts'
import { type TestMachine, connectMachine } from '../../../../test/tunnel-machine.ts'
import { connectClient } from '../../../../test/tunnel-mcp-clients.ts'
import { sendLine } from '../../../platform/json-lines.ts'

describe('MCP clients at another node than the machine', { skip: withoutPostgres }, () => {
  let nodes: [TestServer, TestServer]
  let ada: Person
  let machine: TestMachine
  let token: string
  before(async () => {
    const server = await startOwnServer('pgsql')
    nodes = [server, await runTestServer(server.environment)]
    ada = await server.register('Ada')
    machine = await connectMachine(server, ada, { sample: 'allow' })
    token = (await ada.call('credentials.createMcpToken', { name: 'machines' })).value
  })
  after(async () => {
    await machine.close()
    for (const node of nodes.toReversed()) await node.stop()
  })
  const path = () => `/mcp/tunnels/${machine.tunnel}/sample`

  for (const transport of ['HTTP', 'SSE'] as const)
    it(`calls a tool over ${transport}`, async () => {
      const client = await connectClient(`${nodes[1].url}${path()}`, { token, transport })
      const { content } = await client.callTool({ name: 'echo', arguments: { text: 'Hello' } })
      assert.match(JSON.stringify(content), /Hello from/)
      await client.close()
    })

  it('passes lines of JSON-RPC over the socket of a client, but no tool call', async () => {
    const socket = await TunnelClient.connect(nodes[1], machine.tunnel, ada.token)
    const { stream, lines } = socket.open({ kind: 'mcp', server: 'sample' })
    const clientInfo = { name: 'by hand', version: '1' }
    const start = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
    const { id: _, ...withoutId } = call('echo', { text: 'x' })
    const sent = [request('initialize', start, 1), call('echo', {}, 2), withoutId, [call('echo', {}, 3)]]
    for (const message of sent) sendLine(stream, message)
    sendLine(stream, request('ping', {}, 4))
    const received = await Promise.all([1, 2, null, null, 4].map(() => lines.next()))
    const answers = received.map((line) => JSON.stringify(line)).join('\n')
    assert.match(answers, /"serverInfo":\{"name":"sample"/)
    assert.equal(answers.match(/Tool calls are runs of run_tool/g)?.length, 2)
    assert.match(answers, /one JSON-RPC 2.0 message per line/)
    assert.match(answers, /"id":4,"result":\{\}|"result":\{\},"jsonrpc":"2.0","id":4/)
    socket.mux.close()
  })

  it('cancels a call of one node at the other, in the same session', async () => {
    const [here, there] = nodes.map(({ url }) => rawMcp(url, token, path())) as [
      ReturnType<typeof rawMcp>,
      ReturnType<typeof rawMcp>,
    ]
    const session = await here.startSession()
    const { params, ...waiting } = call('wait', {}, 'a')
    const response = await there.post(
      { ...waiting, params: { ...params, _meta: { progressToken: 1 } } },
      { session },
    )
    const messages: string[] = []
    for await (const { data } of eventsOf(response)) {
      messages.push(data!)
      if (messages.length > 1) break
      // The first message is the progress, so the call has started.
      const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'a' } }
      assert.equal((await here.post(cancelled, { session })).status, 202)
    }
    assert.match(messages[0]!, /notifications\/progress/)
    assert.match(messages[1]!, /This was cancelled\./)
  })
})
