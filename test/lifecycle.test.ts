import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { describe, it } from 'node:test'
import { clientFor, defaultEngine, engines, freshDatabase, startOwnServer } from './harness.ts'
import { startServerProcess } from './partners/server-process.ts'
import { onDatabase } from './on-database.ts'
import { until } from './poll.ts'
import { childEnvironment } from './partners/child-environment.ts'
import { signUp } from './sign-up.ts'

/** Starts the server as an operator runs it: in its own process, stopped by a signal. */
async function start(environment: Record<string, string>) {
  const output = path.join(environment.DATA_DIR!, 'server.log')
  const server = await startServerProcess({ RATE_LIMIT_API: '1000000', ...environment }, { output })
  return { ...server, output: () => fs.readFileSync(output, 'utf8') }
}

for (const engine of engines) {
  describe(`a server that receives a stop signal, on ${engine}`, () => {
    it('finishes every request that it accepted, loses no write, ends its streams and exits', async () => {
      const environment = await freshDatabase(engine)
      const server = await start(environment)
      const register = { email: 'ada@example.com', password: 'a long password', name: 'Ada' }
      const { token } = await signUp(clientFor(server.url, null), register)
      const ada = clientFor(server.url, token)
      await ada('projects.create', { name: 'Web' })
      const { value } = await ada('credentials.createMcpToken', { name: 'agent' })
      const stream = await fetch(`${server.url}/mcp/sse`, { headers: { Authorization: `Bearer ${value}` } })
      const waiting = ada('activity.listEvents', { cursor: 'latest', wait: 25 })

      const posts = Array.from({ length: 60 }, (_, number) =>
        post(`${server.url}/api/tasks`, token, `Task ${number}`),
      )
      const arrived = posts.map(({ status }) => status)
      // Stops while most requests wait in the kernel or for the database.
      await Promise.all([arrived[0], ...posts.map(({ sent }) => sent)])
      const exit = server.stop()
      const statuses = await Promise.all(arrived)
      assert.deepEqual(await waiting.then(({ items }) => items.length >= 0), true)
      await stream.text()
      assert.equal(await exit, 0, server.output())

      const acknowledged = statuses.filter((status) => status === 201).length
      const cut = statuses.filter((status) => status !== 201 && status !== -1)
      assert.deepEqual(cut, [], 'the server responded to every accepted request')
      const [stored] = await onDatabase(environment, (database) =>
        database.run<{ tasks: number; hash: string }>(
          sql`select count(*)::int as tasks, (select password_hash from users) as hash from tasks`,
        ),
      )
      assert.equal(stored!.tasks, acknowledged, 'an acknowledged write is there, and no other')
      assert.match(stored!.hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/, 'at its full cost')
    })
  })
}

describe('a server with a stalled connection', () => {
  it('stops within the request timeout although a client has sent only half a header or half a body', async () => {
    const server = await startOwnServer(defaultEngine, { REQUEST_TIMEOUT: '1' })
    const { port, hostname } = new URL(server.url)
    const head = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\n'
    const body = 'Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"e'
    const stalled = [head, head + body].map((sent) => {
      const socket = net.connect(Number(port), hostname, () => socket.write(sent))
      return { connected: once(socket, 'connect'), closed: once(socket, 'close') }
    })
    for (const { connected } of stalled) await connected
    await server.stop()
    for (const { closed } of stalled) await closed
  })
})

describe('the output of a server', () => {
  it('prints its URL and the first step for the operator, and logs no secret', async () => {
    const server = await start({ ...(await freshDatabase(defaultEngine)), LOG_LEVEL: 'debug' })
    // The server accepts requests a moment before it writes these lines.
    await until(() => server.output().includes('API:'))
    assert.match(
      server.output(),
      /Baton is running at http:\/\/localhost:\d+[^]*First: create the administrator.s account[^]*\/sign-up#setup=[^]*Connect an agent/,
    )
    const password = 'a password that must not be logged'
    const anonymous = clientFor(server.url, null)
    const { token } = await signUp(anonymous, {
      email: 'ada@example.com',
      password,
      name: 'Ada',
    })
    const ada = clientFor(server.url, token)
    const key = await ada('credentials.createApiKey', { name: 'k' })
    const mcp = await ada('credentials.createMcpToken', { name: 'm' })
    await clientFor(server.url, key.value)('accounts.getMe', {})
    await assert.rejects(anonymous('accounts.logIn', { email: 'ada@example.com', password: `${password}!` }))
    await fetch(`${server.url}/api/tasks?token=${token}`)
    await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${mcp.value}` },
      body: 'nonsense',
    })
    await ada('accounts.logOut', {})
    await server.stop()
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    assert.ok(lines.length >= 8, 'each request has a line')
    for (const line of lines) assert.ok((JSON.parse(line) as { level: string }).level, line)
    for (const secret of [password, token, key.value, mcp.value]) {
      assert.ok(!server.output().includes(secret.slice(-30)), 'a secret was logged')
    }
  })

  it('exits with a sentence that names the invalid variable', async () => {
    const main = new URL('../server/main.ts', import.meta.url).pathname
    const child = spawn(process.execPath, [main], { env: { ...childEnvironment(), PORT: 'many' } })
    let errors = ''
    child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()))
    const [code] = (await once(child, 'close')) as [number]
    assert.equal(code, 1)
    assert.match(errors, /PORT must be a number/)
    assert.equal(errors.trim().split('\n').length, 1, 'a sentence, not a stack')
  })
})

/** Sends a request. Returns status -1 if the server refuses the connection, and -2 if it is cut off. */
function post(
  url: string,
  token: string,
  title: string,
): { sent: Promise<unknown>; status: Promise<number> } {
  const body = JSON.stringify({ project: 'web', title })
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  }
  const request = http.request(url, { method: 'POST', headers })
  const sent = once(request, 'finish')
  const status = new Promise<number>((resolve) => {
    request.once('response', (response) => {
      response.resume().once('end', () => resolve(response.statusCode!))
    })
    request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' ? -1 : -2))
  })
  request.end(body)
  return { sent, status }
}
