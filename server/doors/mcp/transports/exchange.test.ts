import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { it } from 'node:test'
import { EventLog } from './event-log.ts'
import { Exchange } from './exchange.ts'

for (const { isStream, status, type } of [
  { isStream: false, status: 404, type: 'application/json' },
  { isStream: true, status: 200, type: 'text/event-stream' },
])
  it(`returns status ${status} when the session ends ${isStream ? 'after' : 'before'} the response has started`, async () => {
    const server = http.createServer((_, response) => {
      const exchange = new Exchange({
        sessionId: 'session',
        owner: { credentialId: 'credential', userId: 'user' },
        log: () => log,
        supportsPriming: true,
        response,
        requests: [1],
        isBatch: false,
      })
      if (isStream) exchange.keepAlive()
      exchange.end()
      exchange.respond(1, { jsonrpc: '2.0', id: 1, result: {} })
    })
    const log = new EventLog()
    await once(server.listen(0, '127.0.0.1'), 'listening')
    try {
      const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      const text = await response.text()
      assert.equal(response.status, status)
      assert.equal(response.headers.get('content-type'), type)
      if (!isStream) assert.equal((JSON.parse(text) as { error: { code: number } }).error.code, -32001)
    } finally {
      server.close()
    }
  })
