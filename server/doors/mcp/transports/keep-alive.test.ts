import assert from 'node:assert/strict'
import { after, before, describe, it, mock } from 'node:test'
import { type TestServer, oneEngine, startOwnServer } from '../../../../test/harness.ts'
import { keepAliveComment, keepAliveSeconds } from './open-streams.ts'

const accept = 'application/json, text/event-stream'

for (const engine of oneEngine) {
  describe(`keep-alives of idle MCP streams, on ${engine}`, () => {
    let server: TestServer
    let token: string
    before(async () => {
      // The intervals of this server pass only when the test advances them.
      mock.timers.enable({ apis: ['setInterval'] })
      server = await startOwnServer(engine)
      const ada = await server.register('Ada')
      token = (await ada.call('credentials.createMcpToken', { name: 'idle' })).value
    })
    after(async () => {
      // First, because a stopping server closes idle connections at an interval.
      mock.timers.reset()
      await server.stop()
    })

    function headers(more: Record<string, string> = {}) {
      return { Authorization: `Bearer ${token}`, Accept: accept, ...more }
    }

    /** Advances by one whole turn of keep-alives. Returns whether the stream receives one. */
    async function receivesKeepAlive(response: Response): Promise<boolean> {
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
      mock.timers.tick(keepAliveSeconds * 1000)
      let text = ''
      while (!text.includes(keepAliveComment)) {
        const { done, value } = await reader.read()
        if (done) return false
        text += value
      }
      await reader.cancel()
      return true
    }

    it('reach the stream of HTTP+SSE', async () => {
      assert.ok(await receivesKeepAlive(await fetch(`${server.url}/mcp/sse`, { headers: headers() })))
    })

    it('reach the stream of a session', { timeout: 60_000 }, async () => {
      const params = {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'idle', version: '1' },
      }
      const { headers: initialized } = await fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: headers({ 'Content-Type': 'application/json' }),
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
      })
      const session = initialized.get('mcp-session-id')!
      const stream = await fetch(`${server.url}/mcp`, { headers: headers({ 'Mcp-Session-Id': session }) })
      assert.ok(await receivesKeepAlive(stream))
    })
  })
}
