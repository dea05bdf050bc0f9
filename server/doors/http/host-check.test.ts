import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type TestServer, startTestServer } from '../../../test/harness.ts'
import { sendTo } from '../../../test/raw-http.ts'

describe('host check', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.stop())

  it('rejects requests from other sites and foreign host names on every path', async () => {
    const paths = [
      '/',
      '/api/auth/options',
      '/api/nothing',
      '/api/openapi.json',
      '/mcp',
      '/mcp/sse',
      '/metrics',
    ]
    const codeOf = async (method: string, path: string, headers: Record<string, string>) => {
      const { status, body } = await sendTo(server.url, method, path, headers)
      return `${status} ${String(body.code)}`
    }
    for (const path of paths)
      for (const method of ['GET', 'POST']) {
        for (const Host of ['evil.example', 'localhost.evil.example', '203.0.113.7:3000', 'evil@localhost'])
          assert.equal(await codeOf(method, path, { Host }), '403 host_refused', `${method} ${path} ${Host}`)
        for (const Origin of ['https://evil.example', 'http://localhost.evil.example', 'null'])
          assert.equal(await codeOf(method, path, { Origin }), '403 origin_refused', `${method} ${path}`)
      }
    for (const Host of ['localhost:1234', '127.0.0.1', '[::1]:3000'])
      assert.equal((await sendTo(server.url, 'GET', '/api/auth/options', { Host })).status, 200, Host)
    assert.equal((await sendTo(server.url, 'GET', '/health', { Host: '10.1.2.3:3000' })).status, 200)
  })
})
