import assert from 'node:assert/strict'
import net from 'node:net'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, engines, startTestServer } from './harness.ts'

interface Answer {
  status: number
  type: string
  headers: Headers
  body: { code: string; status: number; detail: string; requestId: string; errors?: { path: string; message: string }[] }
}

for (const engine of engines) {
  describe(`bad input gets the right status and a clear sentence, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web' })
    })
    after(() => server.stop())

    async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
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
      return { status: response.status, type: response.headers.get('content-type') ?? '', headers: response.headers, body: answer }
    }

    function assertProblem(answer: Answer, status: number, code: string): void {
      assert.equal(answer.status, status, answer.body.detail)
      assert.match(answer.type, /^application\/problem\+json/)
      assert.equal(answer.body.code, code)
      assert.equal(answer.body.status, status)
      assert.ok(answer.body.detail.length > 10)
      assert.equal(answer.headers.get('x-request-id'), answer.body.requestId)
    }

    const refused: [story: string, method: string, path: string, body: unknown, headers: Record<string, string>, status: number, code: string][] = [
      ['broken JSON', 'POST', '/api/tasks', '{"title": ', {}, 400, 'invalid_json'],
      ['JSON that is no object', 'POST', '/api/tasks', '[1]', {}, 400, 'invalid_input'],
      ['JSON that is null', 'POST', '/api/tasks', 'null', {}, 400, 'invalid_input'],
      ['a missing field', 'POST', '/api/tasks', { project: 'web' }, {}, 400, 'invalid_input'],
      ['a wrong type', 'POST', '/api/tasks', { project: 'web', title: 7 }, {}, 400, 'invalid_input'],
      ['an unknown field', 'POST', '/api/tasks', { project: 'web', title: 'x', organizationId: 'y' }, {}, 400, 'invalid_input'],
      ['a prototype as a field', 'POST', '/api/tasks', '{"project":"web","title":"x","__proto__":{"a":1}}', {}, 400, 'invalid_input'],
      ['a NUL character', 'POST', '/api/tasks', { project: 'web', title: 'a\0b' }, {}, 400, 'invalid_input'],
      ['half a surrogate pair', 'POST', '/api/tasks', '{"project":"web","title":"\\ud800"}', {}, 400, 'invalid_input'],
      ['a date that is none', 'POST', '/api/tasks', { project: 'web', title: 'x', dueAt: 'tomorrow' }, {}, 400, 'invalid_input'],
      ['a date out of range', 'POST', '/api/tasks', { project: 'web', title: 'x', dueAt: '2026-02-31T00:00:00Z' }, {}, 400, 'invalid_input'],
      ['an assignee nobody knows', 'POST', '/api/tasks', { project: 'web', title: 'x', assignee: 'nobody-here' }, {}, 400, 'invalid_input'],
      ['2 MiB of body', 'POST', '/api/tasks', { project: 'web', title: 'x'.repeat(2 * 1024 * 1024) }, {}, 413, 'too_large'],
      ['another media type', 'POST', '/api/tasks', 'a=b', { 'Content-Type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
      ['a bad cursor', 'GET', '/api/tasks?cursor=nonsense', undefined, {}, 400, 'invalid_cursor'],
      ['a cursor of another order', 'GET', `/api/tasks?sort=-updatedAt&cursor=${cursor(['-createdAt', 'x', 'y'])}`, undefined, {}, 400, 'invalid_cursor'],
      ['a cursor with a forged value', 'GET', `/api/tasks?sort=-updatedAt&cursor=${cursor(['-updatedAt', "1' or '1'='1", '01a1dd04-05ae-7000-a999-c48cf8548815'])}`, undefined, {}, 400, 'invalid_cursor'],
      ['a bad cursor of events', 'GET', '/api/events?cursor=nonsense', undefined, {}, 400, 'invalid_cursor'],
      ['a limit that is no number', 'GET', '/api/tasks?limit=many', undefined, {}, 400, 'invalid_input'],
      ['a limit too high', 'GET', '/api/tasks?limit=201', undefined, {}, 400, 'invalid_input'],
      ['an unknown filter', 'GET', '/api/tasks?colour=red', undefined, {}, 400, 'invalid_input'],
      ['a status that does not exist', 'GET', '/api/tasks?status=todo,soon', undefined, {}, 400, 'invalid_input'],
      ['an unknown id', 'GET', '/api/tasks/01a1dd04-05ae-7000-a999-c48cf8548815', undefined, {}, 404, 'not_found'],
      ['an id that is none', 'GET', '/api/tasks/%27%20or%201=1', undefined, {}, 404, 'not_found'],
      ['an id with a NUL', 'GET', '/api/tasks/a%00b', undefined, {}, 400, 'invalid_input'],
      ['an id far too long', 'GET', `/api/tasks/${'x'.repeat(300)}`, undefined, {}, 400, 'invalid_input'],
      ['an address that is none', 'GET', '/api/tasks/%E0%A4%A', undefined, {}, 400, 'invalid_input'],
      ['a token to revoke that is none', 'DELETE', '/api/settings/mcp-tokens/nonsense', undefined, {}, 404, 'not_found'],
      ['a kind that does not exist', 'POST', '/api/trash/banana/x/restore', {}, {}, 400, 'invalid_input'],
      ['no token', 'GET', '/api/tasks', undefined, { Authorization: '' }, 401, 'invalid_credential'],
      ['a forged token', 'GET', '/api/tasks', undefined, { Authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }, 401, 'invalid_credential'],
      ['a key that is none', 'GET', '/api/tasks', undefined, { Authorization: `Bearer svc_live_${'a'.repeat(49)}` }, 401, 'invalid_credential'],
      ['another scheme', 'GET', '/api/tasks', undefined, { Authorization: 'Basic YTpi' }, 401, 'invalid_credential'],
      ['an organization of others', 'GET', '/api/tasks', undefined, { 'X-Organization': 'not-mine' }, 404, 'no_organization'],
      ['an unknown route', 'GET', '/api/nothing', undefined, {}, 404, 'unknown_route'],
      ['an unknown method', 'PUT', '/api/tasks', {}, {}, 405, 'method_not_allowed'],
      ['an OAuth discovery that is off', 'GET', '/.well-known/oauth-protected-resource', undefined, {}, 404, 'unknown_route'],
      ['an If-Match that is none', 'PATCH', '/api/tasks/WEB-1', {}, { 'If-Match': 'seven' }, 400, 'invalid_header'],
      ['an Idempotency-Key too long', 'POST', '/api/tasks', {}, { 'Idempotency-Key': 'x'.repeat(300) }, 400, 'invalid_header'],
      ['a version of the API that never was', 'GET', '/api/tasks', undefined, { 'Api-Version': '1999-01-01' }, 400, 'invalid_header'],
    ]
    for (const [story, method, path, body, headers, status, code] of refused) {
      it(`${story}: ${status} ${code}`, async () => {
        assertProblem(await send(method, path, body, headers), status, code)
      })
    }

    it('names each field that is wrong', async () => {
      const { body } = await send('POST', '/api/tasks', { title: '', labels: ['ok', 5], nonsense: true })
      assert.deepEqual(body.errors!.map(({ path }) => path).toSorted(), ['labels.1', 'nonsense', 'project', 'title'])
    })

    it('says how to sign in, and which methods there are', async () => {
      const anonymous = await fetch(`${server.url}/api/tasks`)
      assert.equal(anonymous.status, 401)
      assert.equal(anonymous.headers.get('www-authenticate'), 'Bearer')
      assert.equal((await send('PUT', '/api/tasks', {})).headers.get('allow'), 'POST, GET')
    })

    it('answers what is not HTTP at all', async () => {
      assert.match(await raw('NONSENSE\r\n\r\n'), /^HTTP\/1\.1 400 [^]*problem\+json/)
      assert.match(await raw(`GET / HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(100_000)}\r\n\r\n`), /^HTTP\/1\.1 431 [^]*headers_too_large/)
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

function cursor(parts: unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}
