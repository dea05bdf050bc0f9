import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { z } from 'zod'
import { openApi } from '../server/doors/http/openapi.ts'
import { anyone, signedIn } from '../server/operations/access.ts'
import { createClient } from '../server/assembly/client.ts'
import { reject } from '../server/errors/errors.ts'
import { operation } from '../server/operations/operation.ts'
import { type Person, type TestServer, startTestServer } from './harness.ts'
import { openTrialDoor, trial } from './trial-door.ts'

const limit = 5 * 1024 * 1024

const hang = operation({
  id: 'pictures.hang',
  summary: 'Hang a picture on a wall.',
  http: 'POST /api/walls/:wall/pictures',
  access: signedIn,
  upload: 'picture',
  input: z.object({
    wall: z.string().describe('The wall.'),
    picture: z.file().describe('The picture.'),
    height: z.number().optional().describe('Height above the floor.'),
    words: z.array(z.string()).optional().describe('Words below the picture.'),
  }),
  output: z.object({ wall: z.string(), text: z.string(), size: z.number() }).loose(),
}).run(async (_ctx, { picture, ...rest }) => ({
  ...rest,
  text: (await picture.text()).slice(0, 20),
  size: picture.size,
}))

const pollDevice = operation({
  id: 'devices.ask',
  summary: 'Ask whether a device was approved.',
  http: 'POST /api/devices',
  access: anyone,
  form: true,
  input: z.object({
    client_id: z.string().describe('The client.'),
    tries: z.number().optional().describe('Number of earlier polls.'),
    scopes: z.array(z.string()).optional().describe('Requested scopes.'),
  }),
  output: z.object({}).loose(),
}).run(async (_ctx, input) => (input.client_id === 'unknown' ? reject('slow_down') : input))

const operations = trial({ hang, pollDevice })

describe('the bodies of HTTP requests', () => {
  let server: TestServer
  let door: { url: string; close(): Promise<void> }
  let ada: Person
  before(async () => {
    server = await startTestServer()
    door = await openTrialDoor(server.app, operations)
    ada = await server.register('Ada')
  })
  after(async () => {
    await door.close()
    await server.stop()
  })

  async function send(path: string, body: RequestInit['body'], headers: Record<string, string> = {}) {
    const response = await fetch(door.url + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${ada.token}`, ...headers },
      ...(body !== undefined && { body }),
    })
    const received = (await response.json()) as Record<string, never>
    return { status: response.status, type: response.headers.get('content-type'), received }
  }

  function form(...fields: [string, string | File][]): FormData {
    const data = new FormData()
    for (const [name, value] of fields) data.append(name, value)
    return data
  }
  const file = (text: string | Uint8Array<ArrayBuffer>) => new File([text], 'a.png')
  const wall = '/api/walls/north/pictures'

  it('reads a file from a form under any name, and converts the other fields to their types', async () => {
    const { status, received } = await send(
      wall,
      form(['height', '2.5'], ['picture', file('sun')], ['words', 'a,b']),
    )
    assert.equal(status, 200)
    assert.deepEqual(received, { wall: 'north', height: 2.5, words: ['a', 'b'], text: 'sun', size: 3 })
    assert.equal((await send(wall, form(['height', '1'], ['anything', file('moon')]))).received.text, 'moon')
  })

  it('reads a file from the whole body', async () => {
    for (const type of ['image/png', 'Image/WebP; a=b', 'application/octet-stream'])
      assert.equal((await send(wall, 'stars', { 'Content-Type': type })).received.text, 'stars', type)
  })

  it('sends a form from the typed client when the input has a file', async () => {
    const call = createClient({
      baseUrl: door.url,
      routes: { 'pictures.hang': hang.http! },
      token: () => ada.token,
    }) as unknown as (id: string, input: object) => Promise<object>
    const received = await call('pictures.hang', {
      wall: 'north & south',
      picture: file('sun'),
      height: 3,
      words: ['a', 'b'],
    })
    assert.deepEqual(received, { wall: 'north & south', height: 3, words: ['a', 'b'], text: 'sun', size: 3 })
  })

  it('explains why an upload is rejected', async () => {
    const wrong: [string, RequestInit['body'], Record<string, string>, string, RegExp][] = [
      ['JSON', '{}', json, '415 unsupported_media_type', /multipart\/form-data with .* "picture", or as the/],
      ['text', 'a', { 'Content-Type': 'text/plain' }, '415 unsupported_media_type', /image\/png/],
      ['no form', 'a', { 'Content-Type': 'multipart/form-data; boundary=x' }, '400 invalid_form', /valid/],
      ['no boundary', 'a', { 'Content-Type': 'multipart/form-data' }, '400 invalid_form', /valid/],
      ['nothing', undefined, {}, '400 invalid_input', /errors/],
      ['a form without a file', form(['height', '1']), {}, '400 invalid_input', /errors/],
      ['text in its place', form(['picture', 'a']), {}, '400 invalid_input', /errors/],
      ['two files', form(['picture', file('a')], ['other', file('b')]), {}, '400 invalid_input', /errors/],
      [
        'a file for a word',
        form(['picture', file('a')], ['words', file('b')]),
        {},
        '400 invalid_input',
        /err/,
      ],
      ['a prototype', form(['picture', file('a')], ['__proto__', 'b']), {}, '400 invalid_input', /errors/],
      ['too many bytes', form(['picture', file(new Uint8Array(limit + 1))]), {}, '413 too_large', /5 MiB/],
      ['far too many', new Uint8Array(limit * 2), { 'Content-Type': 'image/png' }, '413 too_large', /5 MiB/],
    ]
    for (const [name, body, headers, expected, sentence] of wrong) {
      const { status, received } = await send(wall, body, headers)
      assert.equal(`${status} ${received.code}`, expected, name)
      assert.match(received.detail!, sentence, name)
    }
    const largest = await send(wall, form(['picture', file(new Uint8Array(limit))]))
    assert.equal(largest.received.size, limit)
  })

  it('rejects an upload without a credential', async () => {
    const response = await fetch(door.url + wall, { method: 'POST', body: form(['picture', file('a')]) })
    assert.equal(response.status, 401)
  })

  it('reads a form of an OAuth client like a query, and accepts JSON too', async () => {
    const fields = new URLSearchParams('client_id=tv&tries=3&scopes=a&scopes=b')
    const expected = { client_id: 'tv', tries: 3, scopes: ['a', 'b'] }
    assert.deepEqual((await send('/api/devices', fields)).received, expected)
    assert.deepEqual((await send('/api/devices', JSON.stringify(expected), json)).received, expected)
    const unknown = await send('/api/devices', new URLSearchParams('client_id=tv&colour=red&tries='))
    assert.deepEqual(unknown.received, { client_id: 'tv' })
    const multipart = await send('/api/devices', form(['client_id', 'tv']))
    assert.equal(multipart.status, 415)
    assert.match(multipart.received.detail!, /application\/json or application\/x-www-form-urlencoded/)
  })

  it('returns errors of the device flow with the fields that OAuth clients read', async () => {
    const { status, received } = await send('/api/devices', new URLSearchParams('client_id=unknown'))
    assert.equal(status, 400)
    assert.equal(received.error, 'slow_down')
    assert.equal(received.code, 'slow_down')
    assert.equal(received.error_description, received.detail)
    const invalid = await send('/api/devices', '{}', json)
    assert.deepEqual([invalid.received.error, invalid.received.code], ['invalid_request', 'invalid_input'])
    assert.equal(invalid.type, 'application/json; charset=utf-8')
  })

  it('describes uploads and forms in OpenAPI', () => {
    const { paths } = openApi(operations)
    type Body = {
      requestBody: { content: Record<string, { schema: { properties?: Record<string, object> } }> }
    }
    const upload = (paths['/api/walls/{wall}/pictures']!.post as Body).requestBody.content
    assert.deepEqual(Object.keys(upload), ['multipart/form-data', 'image/*'])
    assert.deepEqual(upload['multipart/form-data']!.schema.properties!.picture, {
      type: 'string',
      format: 'binary',
      description: 'The picture.',
    })
    const forms = (paths['/api/devices']!.post as Body).requestBody.content
    assert.deepEqual(Object.keys(forms), ['application/json', 'application/x-www-form-urlencoded'])
  })
})

const json = { 'Content-Type': 'application/json' }
