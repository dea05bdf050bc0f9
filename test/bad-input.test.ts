import assert from 'node:assert/strict'
import net from 'node:net'
import { after, before, describe, it } from 'node:test'
import { badRequests } from './bad-requests.ts'
import { type Person, type TestServer, oneEngine, startOwnServer } from './harness.ts'

interface ReceivedResponse {
  status: number
  type: string
  headers: Headers
  body: {
    code: string
    status: number
    detail: string
    requestId: string
    errors?: { path: string; message: string }[]
  }
}

for (const engine of oneEngine) {
  describe(`requests with bad input, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startOwnServer(engine, { REQUEST_TIMEOUT: '2' })
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web' })
    })
    after(() => server.stop())

    async function send(
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<ReceivedResponse> {
      const response = await fetch(server.url + path, {
        method,
        headers: {
          Authorization: `Bearer ${ada.token}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const received = (await response.json()) as ReceivedResponse['body']
      return {
        status: response.status,
        type: response.headers.get('content-type') ?? '',
        headers: response.headers,
        body: received,
      }
    }

    function assertProblem(response: ReceivedResponse, status: number, code: string): void {
      assert.equal(response.status, status, response.body.detail)
      assert.match(response.type, /^application\/problem\+json/)
      assert.equal(response.body.code, code)
      assert.equal(response.body.status, status)
      assert.ok(response.body.detail.length > 10)
      assert.equal(response.headers.get('x-request-id'), response.body.requestId)
      assert.match(response.headers.get('api-version') ?? '', /^\d{4}-/)
      for (const name of ['limit', 'remaining', 'reset'])
        assert.ok(response.headers.has(`ratelimit-${name}`), `RateLimit-${name}`)
    }

    for (const { name, request, response, body, headers } of badRequests) {
      it(`returns ${response} for ${name}`, async () => {
        const [method, path] = request.split(' ') as [string, string]
        const [status, code] = response.split(' ') as [string, string]
        assertProblem(await send(method, path, body, headers), Number(status), code)
      })
    }

    it('names each invalid field', async () => {
      const { body } = await send('POST', '/api/tasks', { title: '', labels: ['ok', 5], nonsense: true })
      assert.deepEqual(body.errors!.map(({ path }) => path).toSorted(), [
        'labels.1',
        'nonsense',
        'project',
        'title',
      ])
    })

    it('names the first 20 unknown fields and counts the others', async () => {
      const unknown = Object.fromEntries(Array.from({ length: 15_000 }, (_, index) => [`titel${index}`, 1]))
      const { body } = await send('POST', '/api/tasks', { project: 'web', title: 'x', ...unknown })
      assert.equal(body.errors!.length, 21)
      assert.deepEqual(body.errors!.at(-1), { path: '', message: 'There are 14980 more unknown fields.' })
    })

    it('keeps every problem body short', async () => {
      const labels = Array.from({ length: 10_000 }, () => 1)
      const long = 'x'.repeat(100_000)
      for (const body of [{ labels }, { [long]: 1 }, { status: long }, { project: long, title: 'x' }]) {
        const { body: got } = await send('POST', '/api/tasks', body)
        assert.ok(JSON.stringify(got).length < 10_000, JSON.stringify(got).slice(0, 300))
      }
    })

    it('returns the page instead of an error for a path of two slashes', async () => {
      const response = await fetch(`${server.url}//`, { headers: { Accept: 'text/html' } })
      assert.ok(response.status < 500, String(response.status))
      await response.text()
    })

    it('accepts free-form JSON up to its limits, and leaves it out of lists', async () => {
      const nested = { '2': { '3': { '4': { '5': { '6': { '7': { '8': 1 } } } } } } }
      const rest = Object.fromEntries(Array.from({ length: 192 }, (_, index) => [`key${index}`, index]))
      await ada.call('projects.update', { project: 'web', settings: { ...nested, ...rest } })
      assert.deepEqual((await ada.call('projects.get', { project: 'web' })).settings, { ...nested, ...rest })
      const { items } = await ada.call('projects.list', {})
      assert.equal('settings' in items[0]!, false)
    })

    it('stores a number that is too close to 0 for its column as 0', async () => {
      const task = await ada.call('tasks.create', { project: 'web', title: 'Small', estimate: 5e-259 })
      assert.equal(task.estimate, 0)
      const { memory } = await ada.call('memories.store', {
        scope: 'project',
        project: 'web',
        content: 'Small',
        importance: 2e-194,
      })
      assert.equal(memory.importance, 0)
    })

    it('stores the last moment of the year 9999 in that year', async () => {
      const dueAt = '9999-12-31T23:59:59.999999999Z'
      const task = await ada.call('tasks.create', { project: 'web', title: 'Late', dueAt })
      assert.equal(task.dueAt, '9999-12-31T23:59:59.999Z')
    })

    it('truncates a generated title between characters', async () => {
      const { title } = await ada.call('sessions.create', { goals: ['😀'.repeat(100)] })
      assert.equal(title, `${'😀'.repeat(39)}…`)
    })

    it('rejects text that no database stores when an agent starts a session', async () => {
      const agent = await ada.agent()
      for (const name of ['a\0b', '\ud800']) {
        const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name, version: '1' } }
        const response = await send(
          'POST',
          '/mcp',
          { jsonrpc: '2.0', id: 1, method: 'initialize', params },
          {
            Authorization: `Bearer ${agent.token}`,
            Accept: 'application/json, text/event-stream',
          },
        )
        assertProblem(response, 400, 'invalid_input')
      }
      await agent.close()
    })

    it('returns WWW-Authenticate with a 401 and Allow with a 405', async () => {
      const anonymous = await fetch(`${server.url}/api/tasks`)
      assert.equal(anonymous.status, 401)
      assert.equal(anonymous.headers.get('www-authenticate'), 'Bearer')
      assert.equal((await send('PUT', '/api/tasks', {})).headers.get('allow'), 'POST, GET')
    })

    it('returns a problem for data that is not HTTP', async () => {
      assert.match(await raw('NONSENSE\r\n\r\n'), /^HTTP\/1\.1 400 [^]*problem\+json[^]*Api-Version: \d/)
      assert.match(
        await raw(`GET / HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(100_000)}\r\n\r\n`),
        /^HTTP\/1\.1 431 [^]*headers_too_large/,
      )
    })

    it('times out a request that does not arrive completely', async () => {
      const incomplete = (authorization: string) =>
        `POST /api/tasks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n${authorization}\r\n{`
      const [known, anonymous] = await Promise.all([
        raw(incomplete(`Authorization: Bearer ${ada.token}\r\n`)),
        raw(incomplete('')),
      ])
      assert.match(known, /^HTTP\/1\.1 408 [^]*too_slow/)
      assert.match(anonymous, /^HTTP\/1\.1 401 /)
      assert.equal(anonymous.match(/HTTP\/1\.1/g)!.length, 1, 'one response for one request')
    })

    it('rejects deep JSON from an agent, as a body and as text in a field', async () => {
      const agent = await ada.agent()
      const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
      const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_task","arguments":{"labels":${deep}}}}`
      const response = await send('POST', '/mcp', body, { Authorization: `Bearer ${agent.token}` })
      assertProblem(response, 400, 'too_complex')
      const text = await agent.call('create_task', { project: 'web', title: 'x', labels: deep })
      assert.equal(text.data.code, 'invalid_input')
      await agent.close()
    })

    it('returns the same sentences to an agent', async () => {
      const agent = await ada.agent()
      const wrong = await agent.call('create_task', { project: 'web', title: '', nonsense: 1 })
      assert.equal(wrong.isError, true)
      assert.equal(wrong.data.code, 'invalid_input')
      const missing = await agent.call('get_task', { task: 'WEB-999' })
      assert.equal(missing.data.detail, `The task "WEB-999" doesn't exist, or you don't have access to it.`)
      await assert.rejects(agent.call('no_such_tool'), /There is no tool "no_such_tool"/)
      await agent.close()
    })

    function raw(text: string): Promise<string> {
      const { port } = new URL(server.url)
      return new Promise((resolve, reject) => {
        const socket = net.connect(Number(port), '127.0.0.1', () => socket.write(text))
        let received = ''
        socket.on('data', (bytes) => (received += bytes.toString()))
        socket.once('close', () => resolve(received))
        socket.once('error', reject)
      })
    }
  })
}
