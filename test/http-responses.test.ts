import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { z } from 'zod'
import { openApi } from '../server/doors/http/openapi.ts'
import { anyone, signedIn } from '../server/operations/access.ts'
import { createClient } from '../server/assembly/client.ts'
import { reject } from '../server/errors/errors.ts'
import { bindingsOf, operation } from '../server/operations/operation.ts'
import { whereIs } from '../server/assembly/where.ts'
import { type Person, type TestServer, startTestServer } from './harness.ts'
import { openTrialDoor, trial } from './trial-door.ts'

const greet = operation({
  id: 'people.greet',
  summary: 'Greet a person.',
  http: 'PATCH /api/people/:person',
  aliases: ['PATCH /api/greetings/:person'],
  access: anyone,
  input: z.object({ person: z.string().describe('Name of the person.') }),
  output: z.object({ person: z.string() }),
}).run(async (_ctx, { person }) => ({ person }))

let arrivals = 0
const arrive = operation({
  id: 'providers.arrive',
  summary: 'Return from a provider.',
  http: 'GET /api/providers/callback',
  reads: false,
  answers: 'redirect',
  access: anyone,
  input: z.object({ state: z.string().describe('State of the request.') }),
  output: z.object({ location: z.string() }),
}).run(async (ctx, { state }) => {
  arrivals++
  const { cookies } = ctx.request
  if (state === 'start') {
    cookies.set('state', 'a b;c=ü', 600)
    cookies.set('other', '1', 60)
    return { location: 'https://provider.example/?state=1&a=b' }
  }
  const stored = cookies.get('state')
  cookies.clear('state')
  if (stored === undefined) reject('access_denied')
  return { location: `/welcome?stored=${encodeURIComponent(stored)}` }
})

const picture = { type: 'image/png', bytes: new Uint8Array([1, 2, 3, 255]) }
const show = operation({
  id: 'pictures.show',
  summary: 'Show a picture.',
  http: 'GET /api/pictures/:picture',
  answers: 'file',
  access: anyone,
  input: z.object({ picture: z.enum(['kept', 'fresh']).describe('Name of the picture.') }),
  output: z.object({
    type: z.string(),
    bytes: z.instanceof(Uint8Array),
    etag: z.string(),
    lasting: z.boolean(),
  }),
}).run(async (_ctx, input) => ({ ...picture, etag: 'a1', lasting: input.picture === 'kept' }))

const exportAll = operation({
  id: 'people.export',
  summary: 'Export everything.',
  http: 'GET /api/export',
  answers: 'file',
  access: signedIn,
  input: z.object({}),
  output: show.output,
}).run(async () => ({
  type: 'application/json',
  bytes: Buffer.from('{"all":1}'),
  etag: '"b2"',
  lasting: true,
}))

const operations = trial({ greet, arrive, show, exportAll })

describe('the kinds of HTTP responses', () => {
  let server: TestServer
  let ada: Person
  let door: { url: string; close(): Promise<void> }
  before(async () => {
    server = await startTestServer()
    door = await openTrialDoor(server.app, operations)
    ada = await server.register('Ada')
  })
  after(async () => {
    await door.close()
    await server.stop()
  })

  const send = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(door.url + path, { method, headers, redirect: 'manual' })
  const call = (id: string, input: object) =>
    createClient({
      baseUrl: door.url,
      routes: Object.fromEntries(operations.map(({ operation: { id: name, http } }) => [name, http!])),
      token: () => ada.token,
    })(id as never, input as never)

  it('serves an operation at its alias as at its own route', async () => {
    for (const path of ['/api/people/bob', '/api/greetings/bob']) {
      const response = await send(path, {}, 'PATCH')
      assert.deepEqual(await response.json(), { person: 'bob' })
      const wrong = await send(path, {}, 'DELETE')
      assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'PATCH'])
      const found = whereIs(
        `PATCH ${path}`,
        operations.map(({ name, operation }) => ({
          name,
          id: operation.id,
          tool: operation.tool?.name,
          bindings: bindingsOf(operation),
        })),
      )
      assert.deepEqual(
        found.map(({ id }) => id),
        ['people.greet'],
      )
    }
  })

  it('redirects on success, and returns a problem on failure', async () => {
    const response = await send('/api/providers/callback?state=start')
    assert.equal(response.status, 302)
    assert.equal(response.headers.get('location'), 'https://provider.example/?state=1&a=b')
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(await response.text(), '')
    const rejected = await send('/api/providers/callback?state=back')
    assert.equal(rejected.status, 400)
    assert.match(rejected.headers.get('content-type')!, /problem\+json/)
    assert.deepEqual(await call('providers.arrive', { state: 'start' }), {
      location: 'https://provider.example/?state=1&a=b',
    })
  })

  it('rejects HEAD for a GET that writes', async () => {
    const before = arrivals
    assert.equal((await send('/api/providers/callback?state=start', {}, 'HEAD')).status, 405)
    assert.equal(arrivals, before)
    assert.equal((await send('/api/pictures/kept', {}, 'HEAD')).status, 200)
  })

  it('serves a file that browsers display without running it', async () => {
    const response = await send('/api/pictures/kept')
    const headers = Object.fromEntries(response.headers)
    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), picture.bytes)
    assert.equal(headers['content-type'], 'image/png')
    assert.equal(headers.etag, '"a1"')
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox")
    assert.equal(headers['content-disposition'], 'inline')
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
    for (const known of ['"a1"', 'W/"a1"', '"x", "a1"']) {
      const again = await send('/api/pictures/kept', { 'If-None-Match': known })
      assert.deepEqual([again.status, await again.text()], [304, ''], known)
    }
    assert.equal((await send('/api/pictures/kept', { 'If-None-Match': '"a2"' })).status, 200)
    assert.equal((await send('/api/pictures/fresh')).headers.get('cache-control'), 'private, no-cache')
    assert.deepEqual(await call('pictures.show', { picture: 'kept' }), {
      ...picture,
      etag: '"a1"',
      lasting: true,
    })
  })

  it('serves a private file that shared caches must not store', async () => {
    const response = await send('/api/export', { Authorization: `Bearer ${ada.token}` })
    assert.equal(response.headers.get('cache-control'), 'private, max-age=31536000, immutable')
    const { bytes } = (await call('people.export', {})) as { bytes: Uint8Array }
    assert.equal(Buffer.from(bytes).toString(), '{"all":1}')
    assert.equal((await send('/api/export')).status, 401)
  })

  it('sets cookies that scripts and other sites cannot read, and reads them back', async () => {
    const start = await send('/api/providers/callback?state=start')
    const [first, second] = start.headers.getSetCookie()
    const attributes = 'Max-Age=600; Path=/api; HttpOnly; SameSite=Lax'
    assert.deepEqual(first!.split('; ').slice(1).toSorted(), attributes.split('; ').toSorted())
    assert.match(second!, /^baton-other=1; /)
    const back = await send('/api/providers/callback?state=back', { Cookie: first!.split(';')[0]! })
    assert.equal(back.headers.get('location'), '/welcome?stored=a%20b%3Bc%3D%C3%BC')
    assert.match(back.headers.get('set-cookie')!, /^baton-state=; Max-Age=0; Path=\/api; /)
    // A rejected request clears the cookie too.
    assert.match((await send('/api/providers/callback?state=back')).headers.get('set-cookie')!, /Max-Age=0/)
  })

  it('marks cookies as Secure behind TLS, and ignores others', async () => {
    const app = { ...server.app, config: { ...server.app.config, APP_URL: 'https://baton.example' } }
    const secure = await openTrialDoor(app, operations)
    const visit = (state: string, Cookie = '') =>
      fetch(`${secure.url}/api/providers/callback?state=${state}`, {
        headers: { Cookie },
        redirect: 'manual',
      })
    const [first] = (await visit('start')).headers.getSetCookie()
    assert.match(first!, /^__Secure-baton-state=.*; Secure/)
    assert.equal((await visit('back', first!.split(';')[0])).status, 302)
    // A page without TLS planted this cookie.
    assert.equal((await visit('back', 'baton-state=planted')).status, 400)
    await secure.close()
  })

  it('ignores a broken Cookie header', async () => {
    for (const Cookie of ['baton-state', '=;;=', '%', ';'.repeat(5000), '__proto__=x', '\u00ff\u00fe="'])
      assert.equal((await send('/api/providers/callback?state=back', { Cookie })).status, 400, Cookie)
    const odd = await send('/api/providers/callback?state=back', { Cookie: 'baton-state=%E0%A4%A' })
    assert.equal(odd.status, 302)
  })

  it('describes every response and alias in OpenAPI', async () => {
    const document = openApi(operations)
    const { valid, errors } = await new Validator().validate(structuredClone(document))
    assert.ok(valid, JSON.stringify(errors))
    type Described = { operationId?: string; 'x-alias-of'?: string; responses: Record<string, object> }
    const at = (path: string, method: string) => document.paths[path]![method] as Described
    assert.equal(at('/api/people/{person}', 'patch').operationId, 'people.greet')
    const alias = at('/api/greetings/{person}', 'patch')
    assert.deepEqual([alias.operationId, alias['x-alias-of']], ['people.greet.alias', 'people.greet'])
    assert.deepEqual(Object.keys(at('/api/providers/callback', 'get').responses), [
      '302',
      '400',
      '401',
      '403',
      '404',
      '409',
      '429',
      '431',
      '507',
      'default',
    ])
    assert.deepEqual(at('/api/pictures/{picture}', 'get').responses['200'], {
      description: 'The file, with its own content type.',
      headers: { ETag: { $ref: '#/components/headers/ETag' } },
      content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
    })
    const page = await (await send('/api/reference')).text()
    assert.match(page, /Also <code>PATCH \/api\/greetings\/:person<\/code>/)
  })
})
