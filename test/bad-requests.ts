/** A request that must be rejected, and its response. The project `web` with the key WEB exists. */
export interface BadRequest {
  name: string
  request: string
  response: string
  body?: unknown
  headers?: Record<string, string>
}

const task = 'POST /api/tasks'
const invalid = '400 invalid_input'
const someId = '01a1dd04-05ae-7000-a999-c48cf8548815'

export const badRequests: BadRequest[] = [
  { name: 'broken JSON', request: task, response: '400 invalid_json', body: '{"title": ' },
  { name: 'JSON that is not an object', request: task, response: invalid, body: '[1]' },
  { name: 'JSON that is null', request: task, response: invalid, body: 'null' },
  { name: 'null instead of changes', request: 'PUT /api/projects/web', response: invalid, body: 'null' },
  {
    name: 'JSON nested 5,000 deep',
    request: task,
    response: '400 too_complex',
    body: `{"title":${'['.repeat(5000)}${']'.repeat(5000)}}`,
  },
  {
    name: 'JSON with 30,000 values',
    request: task,
    response: '400 too_complex',
    body: { ...webTask('x'), labels: Array(30_000).fill('') },
  },
  {
    name: 'settings of 17 KiB',
    request: 'PUT /api/projects/web',
    response: invalid,
    body: { settings: { text: 'x'.repeat(17 * 1024) } },
  },
  {
    name: 'settings with 201 keys',
    request: 'PUT /api/projects/web',
    response: invalid,
    body: { settings: { list: Array.from({ length: 201 }, (_, index) => ({ [index]: 1 })) } },
  },
  {
    name: 'settings of 9 levels',
    request: 'PUT /api/projects/web',
    response: invalid,
    body: { settings: { '2': { '3': { '4': { '5': { '6': { '7': { '8': { '9': {} } } } } } } } } },
  },
  {
    name: 'a claim that is too large for an integer column',
    request: 'PATCH /api/tasks/WEB-1',
    response: invalid,
    body: { claim: 2 ** 31 },
  },
  { name: 'a path of only slashes', request: 'POST //', response: '404 unknown_route', body: {} },
  { name: 'a missing field', request: task, response: invalid, body: { project: 'web' } },
  { name: 'a wrong type', request: task, response: invalid, body: { project: 'web', title: 7 } },
  {
    name: 'an unknown field',
    request: task,
    response: invalid,
    body: { ...webTask('x'), organizationId: 'y' },
  },
  {
    name: 'a prototype',
    request: task,
    response: invalid,
    body: '{"project":"web","title":"x","__proto__":{"a":1}}',
  },
  { name: 'a NUL character', request: task, response: invalid, body: webTask('a\0b') },
  {
    name: 'half a surrogate pair',
    request: task,
    response: invalid,
    body: '{"project":"web","title":"\\ud800"}',
  },
  {
    name: 'an invalid date',
    request: task,
    response: invalid,
    body: { ...webTask('x'), dueAt: 'tomorrow' },
  },
  {
    name: 'February 31',
    request: task,
    response: invalid,
    body: { ...webTask('x'), dueAt: '2026-02-31T00:00:00Z' },
  },
  {
    name: 'an unknown assignee',
    request: task,
    response: invalid,
    body: { ...webTask('x'), assignee: 'nobody-here' },
  },
  {
    name: '2 MiB of body',
    request: task,
    response: '413 too_large',
    body: webTask('x'.repeat(2 * 1024 * 1024)),
  },
  {
    name: 'another media type',
    request: task,
    response: '415 unsupported_media_type',
    body: 'a=b',
    headers: form(),
  },
  {
    name: 'a form where JSON is expected',
    request: task,
    response: '415 unsupported_media_type',
    body: '--x--',
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
  },
  { name: 'a bad cursor', request: 'GET /api/tasks?cursor=nonsense', response: '400 invalid_cursor' },
  {
    name: 'a cursor of another order',
    request: updated(['-createdAt', 'x', someId]),
    response: '400 invalid_cursor',
  },
  {
    name: 'a forged cursor',
    request: updated(['-updatedAt', "1' or '1'='1", someId]),
    response: '400 invalid_cursor',
  },
  {
    name: 'a bad event cursor',
    request: 'GET /api/events?cursor=nonsense',
    response: '400 invalid_cursor',
  },
  { name: 'a limit that is not a number', request: 'GET /api/tasks?limit=many', response: invalid },
  { name: 'a limit too high', request: 'GET /api/tasks?limit=201', response: invalid },
  { name: 'an unknown filter', request: 'GET /api/tasks?colour=red', response: invalid },
  { name: 'a filter named __proto__', request: 'GET /api/tasks?__proto__=x', response: invalid },
  { name: 'a status that does not exist', request: 'GET /api/tasks?status=todo,soon', response: invalid },
  { name: 'an unknown id', request: `GET /api/tasks/${someId}`, response: '404 not_found' },
  { name: 'a malformed id', request: 'GET /api/tasks/%27%20or%201=1', response: '404 not_found' },
  { name: 'an id with a NUL', request: 'GET /api/tasks/a%00b', response: invalid },
  { name: 'an id far too long', request: `GET /api/tasks/${'x'.repeat(300)}`, response: invalid },
  { name: 'a malformed URL encoding', request: 'GET /api/tasks/%E0%A4%A', response: invalid },
  {
    name: 'an unknown token id',
    request: 'DELETE /api/settings/mcp-tokens/nonsense',
    response: '404 not_found',
  },
  {
    name: 'a kind that does not exist',
    request: 'POST /api/trash/banana/x/restore',
    response: invalid,
    body: {},
  },
  {
    name: 'an empty token',
    request: 'GET /api/tasks',
    response: '401 invalid_credential',
    headers: bearer(''),
  },
  {
    name: 'a forged token',
    request: 'GET /api/tasks',
    response: '401 invalid_credential',
    headers: bearer(unsigned()),
  },
  {
    name: 'an unknown API key',
    request: 'GET /api/tasks',
    response: '401 invalid_credential',
    headers: bearer(unknownKey()),
  },
  { name: 'another scheme', request: 'GET /api/tasks', response: '401 invalid_credential', headers: basic() },
  {
    name: "another user's organization",
    request: 'GET /api/tasks',
    response: '404 no_organization',
    headers: inOrganization(),
  },
  { name: 'an unknown route', request: 'GET /api/nothing', response: '404 unknown_route' },
  { name: 'an unknown method', request: 'PUT /api/tasks', response: '405 method_not_allowed', body: {} },
  {
    name: 'OAuth that is disabled',
    request: 'GET /.well-known/oauth-protected-resource',
    response: '404 unknown_route',
  },
  {
    name: 'a bad If-Match',
    request: 'PATCH /api/tasks/WEB-1',
    response: '400 invalid_header',
    headers: ifMatch(),
    body: {},
  },
  {
    name: 'a long Idempotency-Key',
    request: task,
    response: '400 invalid_header',
    headers: longKey(),
    body: webTask('x'),
  },
  {
    name: 'an unknown Api-Version',
    request: 'GET /api/tasks',
    response: '400 invalid_header',
    headers: oldVersion(),
  },
]

function webTask(title: string) {
  return { project: 'web', title }
}

function updated(cursor: unknown[]): string {
  return `GET /api/tasks?sort=-updatedAt&cursor=${Buffer.from(JSON.stringify(cursor)).toString('base64url')}`
}

function form() {
  return { 'Content-Type': 'application/x-www-form-urlencoded' }
}

function bearer(token: string) {
  return { Authorization: `Bearer ${token}` }
}

function unsigned(): string {
  return `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`
}

function unknownKey(): string {
  return `svc_live_${'a'.repeat(49)}`
}

function basic() {
  return { Authorization: 'Basic YTpi' }
}

function inOrganization() {
  return { 'X-Organization': 'not-mine' }
}

function ifMatch() {
  return { 'If-Match': 'seven' }
}

function longKey() {
  return { 'Idempotency-Key': 'x'.repeat(300) }
}

function oldVersion() {
  return { 'Api-Version': '1999-01-01' }
}
