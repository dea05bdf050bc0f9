import assert from 'node:assert/strict'
import http from 'node:http'
import { after, before, describe, it } from 'node:test'
import { bindingsOf, httpParts } from '../server/operations/operation.ts'
import { operations } from '../server/assembly/registry.ts'
import { eachOf } from './each-of.ts'
import { type TestServer, startTestServer } from './harness.ts'

/** Bodies for which an authenticated caller gets 400, 413 or 415. The last one sends only its headers. */
const bodies: { story: string; type: string; body: string; length?: number }[] = [
  { story: 'broken JSON', type: 'application/json', body: '{"title": ' },
  { story: 'deep JSON', type: 'application/json', body: '['.repeat(5000) },
  { story: 'unknown fields', type: 'application/json', body: '{"a1":1,"a2":1}' },
  { story: 'null', type: 'application/json', body: 'null' },
  { story: 'another content type', type: 'text/csv', body: 'a,b' },
  { story: 'no form', type: 'multipart/form-data', body: 'a' },
  { story: '100 MiB', type: 'application/json', body: '', length: 100 * 1024 * 1024 },
]

const guarded = operations.filter(({ operation }) => !operation.access.open)
const routes = [
  ...guarded.flatMap(({ operation }) => bindingsOf(operation).map(httpParts)),
  { method: 'POST', path: '/mcp' },
  { method: 'POST', path: '/mcp/messages' },
]

describe('a request without a credential', () => {
  let server: TestServer
  const agent = new http.Agent({ keepAlive: true, maxSockets: 4 })
  before(async () => {
    server = await startTestServer()
  })
  after(async () => {
    agent.destroy()
    await server.stop()
  })

  for (const { story, type, body, length } of bodies)
    it(`returns 401 for ${story}, on every route that needs a credential`, () =>
      eachOf(routes, async ({ method, path }) => {
        const { status, headers } = await send(method, path, {
          'Content-Type': type,
          'Content-Length': String(length ?? body.length),
        })
        assert.equal(status, 401, `${method} ${path}`)
        assert.match(headers['www-authenticate'] ?? '', /^Bearer/)
        assert.ok(headers['ratelimit-remaining'], `${method} ${path}`)
        assert.ok(headers['api-version'], `${method} ${path}`)

        function send(...[verb, at, given]: [string, string, Record<string, string>]) {
          return new Promise<{ status: number; headers: http.IncomingHttpHeaders }>((resolve, reject) => {
            const url = server.url + at.replace(/:\w+/g, 'x')
            const request = http.request(url, { method: verb, agent, headers: given }, (response) => {
              response.resume()
              response.once('end', () => {
                resolve({ status: response.statusCode!, headers: response.headers })
                if (length) request.destroy()
              })
            })
            request.once('error', reject)
            if (length) request.flushHeaders()
            else request.end(body)
          })
        }
      }))
})
