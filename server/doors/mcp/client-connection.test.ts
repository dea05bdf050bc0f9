import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { oneEngine, startTestServer } from '../../../test/harness.ts'
import { type RawMcp, call, eventsOf, rawMcp, request } from '../../../test/raw-mcp.ts'

for (const engine of oneEngine) {
  describe(`connections of MCP clients, on ${engine}`, () => {
    let url: string
    let token: string
    let raw: RawMcp
    let session: string
    before(async () => {
      const server = await startTestServer(engine)
      const ada = await server.register('Ada')
      token = (await ada.call('credentials.createMcpToken', { name: 'connection' })).value
      url = server.url
      raw = rawMcp(url, token)
      session = await raw.startSession()
    })

    async function inSession(message: object): Promise<Response> {
      return raw.post(message, { session })
    }

    /** Returns the JSON-RPC response to a request without a session, which the SDK's server handles. */
    async function fromSdk(message: object): Promise<unknown> {
      const response = await raw.post(message)
      for await (const { data } of eventsOf(response)) return JSON.parse(data!)
      return assert.fail('The response has no event.')
    }

    for (const [problem, message] of Object.entries({
      'a ping': request('ping'),
      'an unknown method': request('tasks/praise'),
      'a method of the object prototype': request('constructor'),
      'a method of a later revision': request('server/discover'),
      'a call without a tool': request('tools/call', { arguments: {} }),
      'a call whose arguments are a text': request('tools/call', { name: 'get_task', arguments: 'WEB-1' }),
      'an unknown tool': call('praise_task'),
      'an unknown resource': request('resources/read', { uri: 'baton://project/none' }),
      'the list of prompts': request('prompts/list'),
    }))
      it(`responds to ${problem} as the SDK does`, async () => {
        const response = await inSession(message)
        assert.deepEqual(withoutRequestId(await response.json()), withoutRequestId(await fromSdk(message)))
      })

    it('negotiates a version that both sides support', async () => {
      const versions = ['2024-11-05', '2025-06-18', '1999-01-01']
      const negotiated = await Promise.all(
        versions.map(async (protocolVersion) => {
          const clientInfo = { name: 'by hand', version: '1' }
          const message = request('initialize', { protocolVersion, capabilities: {}, clientInfo })
          const { result } = (await (await raw.post(message)).json()) as {
            result: { protocolVersion: string }
          }
          return result.protocolVersion
        }),
      )
      assert.deepEqual(negotiated, ['2024-11-05', '2025-06-18', '2025-11-25'])
    })

    it('ignores responses and cancellations of unknown requests', async () => {
      const stray = [
        { jsonrpc: '2.0', id: 1, result: {} },
        { jsonrpc: '2.0', id: 2, error: { code: -32000, message: 'no' } },
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } },
        { jsonrpc: '2.0', method: 'notifications/roots/list_changed' },
      ]
      for (const message of stray) assert.equal((await inSession(message)).status, 202)
      assert.deepEqual(await (await inSession(request('ping', {}, 4))).json(), {
        jsonrpc: '2.0',
        id: 4,
        result: {},
      })
    })
  })
}

/** Drops the id of the HTTP request, which differs in each error. */
function withoutRequestId(message: unknown): unknown {
  return JSON.parse(JSON.stringify(message), (name, value: unknown) =>
    name === 'requestId' ? undefined : value,
  )
}
