import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { errorTable } from '../server/errors/errors.ts'
import { operations } from '../server/assembly/registry.ts'
import { type Person, type TestServer, startTestServer } from './harness.ts'

interface Received {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

describe('caching, compression and links of responses', () => {
  let server: TestServer
  let ada: Person
  before(async () => {
    server = await startTestServer()
    ada = await server.register('Ada')
    await ada.call('projects.create', { name: 'Web', slug: 'caching' })
    const tasks = Array.from({ length: 5 }, (_, index) => ({ title: `Task ${index} & more` }))
    await ada.call('tasks.createMany', { project: 'caching', tasks })
  })
  after(() => server.stop())

  /** Sends a request with nothing but these headers: fetch adds Accept-Encoding, and decompresses. */
  function send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<Received> {
    return new Promise((resolve, reject) => {
      const request = http.request(server.url + path, { method, headers: { ...authorization(), ...headers } })
      request.once('error', reject).once('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
        )
      })
      request.end(body)
    })
  }

  const authorization = () => ({ Authorization: `Bearer ${ada.token}` })
  const get = (path: string, headers: Record<string, string> = {}) => send('GET', path, headers)

  const tasks = '/api/tasks?project=caching&limit=5'

  it('returns 304 to a client that has cached a list, a thing or a document', async () => {
    for (const path of [tasks, '/api/projects/caching', '/api/openapi.json', '/api/docs', '/docs/errors']) {
      const first = await get(path)
      const etag = first.headers.etag!
      assert.match(etag, /^"[\w-]+"$/, path)
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await get(path, { 'If-None-Match': known })
        assert.deepEqual([again.status, again.body.length], [304, 0], `${path} ${known}`)
        assert.equal(again.headers.etag, etag)
        assert.equal(again.headers['cache-control'], first.headers['cache-control'])
        assert.equal(again.headers.vary, first.headers.vary)
      }
      assert.equal((await get(path, { 'If-None-Match': '"other"' })).status, 200)
    }
    const { headers } = await get(tasks)
    assert.equal(headers['cache-control'], 'private, no-cache')
    assert.equal(headers.vary, 'Authorization, X-Organization, Accept-Encoding')
  })

  it('sends a list again once an item has changed', async () => {
    const { etag } = (await get(tasks)).headers
    const { items } = await ada.call('tasks.list', { project: 'caching', limit: 1 })
    await ada.call('tasks.update', { task: items[0]!.key, title: 'Changed' })
    assert.equal((await get(tasks, { 'If-None-Match': etag! })).status, 200)
  })

  it('keeps responses to event polls and writes out of caches', async () => {
    const events = await get('/api/events?cursor=latest')
    assert.deepEqual([events.headers.etag, events.headers['cache-control']], [undefined, 'no-store'])
    const token = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: ada.email, password: ada.password }),
    })
    assert.equal(token.headers.get('cache-control'), 'no-store')
  })

  it('compresses with the encoding that the client prefers', async () => {
    const cases: [accepted: string, encoding: string | undefined][] = [
      ['gzip, deflate, br', 'br'],
      ['br;q=0.5, gzip', 'gzip'],
      ['gzip', 'gzip'],
      ['*', 'br'],
      ['br;q=0, *', 'gzip'],
      ['identity', undefined],
      ['deflate, br;q=0, gzip;q=0', undefined],
    ]
    const [asset] = /\/assets\/[\w.-]+\.js/.exec((await get('/')).body.toString())!
    for (const path of [tasks, '/api/openapi.json', asset]) {
      const plain = await get(path)
      for (const [accepted, encoding] of cases) {
        const { headers, body } = await get(path, { 'Accept-Encoding': accepted })
        assert.equal(headers['content-encoding'], encoding, `${path} ${accepted}`)
        assert.match(headers.vary!, /Accept-Encoding/)
        assert.equal(headers['content-length'], String(body.length))
        const read =
          encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
        assert.ok(read.equals(plain.body), `${path} ${accepted}`)
        assert.equal(
          headers.etag === plain.headers.etag,
          encoding === undefined,
          'one ETag for each encoding',
        )
        const known = { 'Accept-Encoding': accepted, 'If-None-Match': headers.etag! }
        assert.equal((await get(path, known)).status, 304)
      }
    }
    const head = await send('HEAD', tasks, { 'Accept-Encoding': 'br' })
    assert.deepEqual([head.headers['content-encoding'], head.body.length], ['br', 0])
    const small = await get('/api/auth/me/role', { 'Accept-Encoding': 'br' })
    assert.equal(small.headers['content-encoding'], undefined, 'a short body stays as it is')
  })

  it('compresses a response that is too long for the main thread', async () => {
    const { id } = await ada.call('notes.create', {
      title: 'Long',
      content: 'A long sentence. '.repeat(6000),
    })
    const plain = await get(`/api/notes/${id}`)
    assert.ok(plain.body.length > 64 * 1024)
    const { headers, body } = await get(`/api/notes/${id}`, { 'Accept-Encoding': 'br' })
    assert.equal(headers['content-encoding'], 'br')
    assert.ok(brotliDecompressSync(body).equals(plain.body))
  })

  it('sends responses to writes uncompressed, because they can contain a secret', async () => {
    const headers = { 'Content-Type': 'application/json', 'Accept-Encoding': 'br, gzip' }
    const note = JSON.stringify({ title: 'Written', content: 'A sentence. '.repeat(500) })
    for (const [path, input] of [
      ['/api/notes', note],
      ['/api/settings/mcp-tokens', JSON.stringify({ name: 'Agent' })],
    ] as const) {
      const written = await send('POST', path, headers, input)
      assert.deepEqual([written.status, written.headers['content-encoding']], [201, undefined], path)
    }
  })

  it('sends MCP results and streams uncompressed, and a stream before its end', async () => {
    const { value } = await ada.call('credentials.createMcpToken', { name: 'Agent' })
    const headers = { Authorization: `Bearer ${value}`, 'Accept-Encoding': 'br, gzip' }
    const json = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const tools = await send('POST', '/mcp', { ...headers, ...json }, list)
    assert.equal(tools.headers['content-encoding'], undefined)
    assert.match(tools.body.toString(), /create_task/)
    const request = http.get(`${server.url}/mcp/sse`, {
      headers: { ...headers, Accept: 'text/event-stream' },
    })
    const [stream] = (await once(request, 'response')) as [http.IncomingMessage]
    const [first] = (await once(stream, 'data')) as [Buffer]
    request.destroy()
    assert.deepEqual([stream.statusCode, stream.headers['content-encoding']], [200, undefined])
    assert.match(first.toString(), /^event: endpoint/)
  })

  it('accepts the ETag of a compressed response as If-Match', async () => {
    const { headers } = await get('/api/projects/caching', { 'Accept-Encoding': 'gzip' })
    assert.match(headers.etag!, /^"\d+-\w+_gzip"$/)
    const change = (ifMatch: string) =>
      fetch(`${server.url}/api/projects/caching`, {
        method: 'PUT',
        headers: {
          Authorization: `Bearer ${ada.token}`,
          'Content-Type': 'application/json',
          'If-Match': ifMatch,
        },
        body: JSON.stringify({ description: `Changed after ${ifMatch}` }),
      })
    assert.equal((await change(headers.etag!)).status, 200)
    assert.equal((await change(headers.etag!)).status, 412)
  })

  it('includes no secret in a compressed response', () => {
    // Only reads are compressed. Credentials are shown once, in the response to the write that creates them.
    const harmless = {
      'accounts.getSignInOptions password': 'Whether passwords are a sign-in method.',
      'admin.getSetting value': 'A setting, which is not a credential.',
      'admin.getUser password': 'Whether the user has a password.',
      'admin.listSettings value': 'A setting, which is not a credential.',
      'bootstrap.get password': 'See accounts.getSignInOptions.',
      'bootstrap.get token': 'See onboarding.get.',
      'bootstrap.get value': 'See onboarding.get.',
      'inbox.get token': 'The rights of the token, without its value.',
      'onboarding.get token': 'The name of the token. Its value is null after the write that creates it.',
      'onboarding.get value': 'See above.',
      'publicSettings.get value': 'A setting that everyone can read.',
      'tasks.group value': 'The status, label or other value that the tasks of a group share.',
    }
    const secret = /^(token|secret|password|ticket|recoveryCodes?|value|hash)$/i
    const found = operations
      .map(({ operation }) => operation)
      .filter(({ reads, answers }) => reads && answers === 'json')
      .flatMap(({ id, output }) => {
        const schema = JSON.stringify(z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }))
        const names = [...schema.matchAll(/"(\w+)":\{/g)].map(([, name]) => name!)
        return [...new Set(names)].filter((name) => secret.test(name)).map((name) => `${id} ${name}`)
      })
    assert.deepEqual(found, Object.keys(harmless))
  })

  it('links each page of a list to the next and the first, and keeps the query', async () => {
    const path = '/api/tasks?project=caching&limit=2&sort=createdAt'
    let url: string | undefined = path
    const titles: string[] = []
    for (let page = 1; url !== undefined; page++) {
      const { headers, body } = await get(url)
      titles.push(
        ...(JSON.parse(body.toString()) as { items: { title: string }[] }).items.map((t) => t.title),
      )
      const links = String(headers.link ?? '')
      assert.equal(links.includes('rel="first"'), page > 1, links)
      if (page > 1) assert.ok(links.includes(`<${path}>; rel="first"`), links)
      url = /<([^>]+)>; rel="next"/.exec(links)?.[1]
      if (url) assert.ok(url.startsWith(`${path}&cursor=`), url)
    }
    assert.equal(titles.length, 5)
    assert.equal((await get('/api/projects/caching')).headers.link, undefined)
  })

  it('explains every error code at the URL that is the type of its problem', async () => {
    const { body } = await get('/api/tasks/none')
    const { type, code } = JSON.parse(body.toString()) as { type: string; code: string }
    assert.equal(type, `${server.app.config.APP_URL}/docs/errors#${code}`)
    const page = await fetch(server.url + new URL(type).pathname)
    assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8'])
    const text = await page.text()
    const { content } = await server.anonymous('docs.get', { doc: 'errors' })
    for (const each of Object.keys(errorTable)) {
      assert.ok(text.includes(`id="${each}"`), each)
      assert.ok(content.includes(`### ${each}\n`), each)
    }
  })
})
