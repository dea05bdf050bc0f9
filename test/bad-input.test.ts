import assert from 'node:assert/strict'
import net from 'node:net'
import { after, before, describe, it } from 'node:test'
import { badRequests } from './bad-requests.ts'
import { type Person, type TestServer, oneEngine, startOwnServer } from './harness.ts'

interface Answer {
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
  describe(`bad input gets the right status and a clear sentence, on ${engine}`, () => {
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
    ): Promise<Answer> {
      const response = await fetch(server.url + path, {
        method,
        headers: {
          Authorization: `Bearer ${ada.token}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const answer = (await response.json()) as Answer['body']
      return {
        status: response.status,
        type: response.headers.get('content-type') ?? '',
        headers: response.headers,
        body: answer,
      }
    }

    function assertProblem(answer: Answer, status: number, code: string): void {
      assert.equal(answer.status, status, answer.body.detail)
      assert.match(answer.type, /^application\/problem\+json/)
      assert.equal(answer.body.code, code)
      assert.equal(answer.body.status, status)
      assert.ok(answer.body.detail.length > 10)
      assert.equal(answer.headers.get('x-request-id'), answer.body.requestId)
    }

    for (const { story, request, answer, body, headers } of badRequests) {
      it(`${story}: ${answer}`, async () => {
        const [method, path] = request.split(' ') as [string, string]
        const [status, code] = answer.split(' ') as [string, string]
        assertProblem(await send(method, path, body, headers), Number(status), code)
      })
    }

    it('names each field that is wrong', async () => {
      const { body } = await send('POST', '/api/tasks', { title: '', labels: ['ok', 5], nonsense: true })
      assert.deepEqual(body.errors!.map(({ path }) => path).toSorted(), [
        'labels.1',
        'nonsense',
        'project',
        'title',
      ])
    })

    it('says how to sign in, and which methods there are', async () => {
      const anonymous = await fetch(`${server.url}/api/tasks`)
      assert.equal(anonymous.status, 401)
      assert.equal(anonymous.headers.get('www-authenticate'), 'Bearer')
      assert.equal((await send('PUT', '/api/tasks', {})).headers.get('allow'), 'POST, GET')
    })

    it('answers what is not HTTP at all', async () => {
      assert.match(await raw('NONSENSE\r\n\r\n'), /^HTTP\/1\.1 400 [^]*problem\+json/)
      assert.match(
        await raw(`GET / HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(100_000)}\r\n\r\n`),
        /^HTTP\/1\.1 431 [^]*headers_too_large/,
      )
    })

    it('does not wait for ever for a request that does not arrive', async () => {
      const headers = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 100'
      const answer = await raw(`POST /api/tasks HTTP/1.1\r\n${headers}\r\n\r\n{`)
      assert.match(answer, /^HTTP\/1\.1 408 [^]*too_slow/)
    })

    it('an agent reads the same sentences', async () => {
      const agent = await ada.agent()
      const wrong = await agent.call('create_task', { project: 'web', title: '', nonsense: 1 })
      assert.equal(wrong.isError, true)
      assert.equal(wrong.data.code, 'invalid_input')
      const missing = await agent.call('get_task', { task: 'WEB-999' })
      assert.equal(missing.data.detail, 'There is no task "WEB-999", or you may not see it.')
      await assert.rejects(agent.call('no_such_tool'), /There is no tool "no_such_tool"/)
      await agent.close()
    })

    function raw(text: string): Promise<string> {
      const { port } = new URL(server.url)
      return new Promise((resolve, reject) => {
        const socket = net.connect(Number(port), '127.0.0.1', () => socket.write(text))
        let answer = ''
        socket.on('data', (bytes) => (answer += bytes.toString()))
        socket.once('close', () => resolve(answer))
        socket.once('error', reject)
      })
    }
  })
}
