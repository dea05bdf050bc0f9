/** Requests that must be refused, each with the answer it gets. There is a project `web` with the key WEB. */
export interface BadRequest {
  story: string
  request: string
  answer: string
  body?: unknown
  headers?: Record<string, string>
}

const task = 'POST /api/tasks'
const invalid = '400 invalid_input'
const someId = '01a1dd04-05ae-7000-a999-c48cf8548815'

export const badRequests: BadRequest[] = [
  { story: 'broken JSON', request: task, answer: '400 invalid_json', body: '{"title": ' },
  { story: 'JSON that is no object', request: task, answer: invalid, body: '[1]' },
  { story: 'JSON that is null', request: task, answer: invalid, body: 'null' },
  { story: 'null in place of changes', request: 'PUT /api/projects/web', answer: invalid, body: 'null' },
  {
    story: 'JSON nested 5,000 deep',
    request: task,
    answer: '400 too_complex',
    body: `{"title":${'['.repeat(5000)}${']'.repeat(5000)}}`,
  },
  {
    story: 'JSON with 30,000 values',
    request: task,
    answer: '400 too_complex',
    body: { ...webTask('x'), labels: Array(30_000).fill('') },
  },
  {
    story: 'settings of 17 KiB',
    request: 'PUT /api/projects/web',
    answer: invalid,
    body: { settings: { text: 'x'.repeat(17 * 1024) } },
  },
  {
    story: 'settings with 201 keys',
    request: 'PUT /api/projects/web',
    answer: invalid,
    body: { settings: { list: Array.from({ length: 201 }, (_, index) => ({ [index]: 1 })) } },
  },
  {
    story: 'settings of 9 levels',
    request: 'PUT /api/projects/web',
    answer: invalid,
    body: { settings: { '2': { '3': { '4': { '5': { '6': { '7': { '8': { '9': {} } } } } } } } } },
  },
  {
    story: 'a claim that no integer column stores',
    request: 'PATCH /api/tasks/WEB-1',
    answer: invalid,
    body: { claim: 2 ** 31 },
  },
  { story: 'a path of slashes alone', request: 'POST //', answer: '404 unknown_route', body: {} },
  { story: 'a missing field', request: task, answer: invalid, body: { project: 'web' } },
  { story: 'a wrong type', request: task, answer: invalid, body: { project: 'web', title: 7 } },
  {
    story: 'an unknown field',
    request: task,
    answer: invalid,
    body: { ...webTask('x'), organizationId: 'y' },
  },
  {
    story: 'a prototype',
    request: task,
    answer: invalid,
    body: '{"project":"web","title":"x","__proto__":{"a":1}}',
  },
  { story: 'a NUL character', request: task, answer: invalid, body: webTask('a\0b') },
  {
    story: 'half a surrogate pair',
    request: task,
    answer: invalid,
    body: '{"project":"web","title":"\\ud800"}',
  },
  {
    story: 'a date that is none',
    request: task,
    answer: invalid,
    body: { ...webTask('x'), dueAt: 'tomorrow' },
  },
  {
    story: 'February 31',
    request: task,
    answer: invalid,
    body: { ...webTask('x'), dueAt: '2026-02-31T00:00:00Z' },
  },
  {
    story: 'an unknown assignee',
    request: task,
    answer: invalid,
    body: { ...webTask('x'), assignee: 'nobody-here' },
  },
  {
    story: '2 MiB of body',
    request: task,
    answer: '413 too_large',
    body: webTask('x'.repeat(2 * 1024 * 1024)),
  },
  {
    story: 'another media type',
    request: task,
    answer: '415 unsupported_media_type',
    body: 'a=b',
    headers: form(),
  },
  {
    story: 'a form where JSON is taken',
    request: task,
    answer: '415 unsupported_media_type',
    body: '--x--',
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
  },
  { story: 'a bad cursor', request: 'GET /api/tasks?cursor=nonsense', answer: '400 invalid_cursor' },
  {
    story: 'a cursor of another order',
    request: updated(['-createdAt', 'x', someId]),
    answer: '400 invalid_cursor',
  },
  {
    story: 'a forged cursor',
    request: updated(['-updatedAt', "1' or '1'='1", someId]),
    answer: '400 invalid_cursor',
  },
  {
    story: 'a bad cursor of events',
    request: 'GET /api/events?cursor=nonsense',
    answer: '400 invalid_cursor',
  },
  { story: 'a limit that is no number', request: 'GET /api/tasks?limit=many', answer: invalid },
  { story: 'a limit too high', request: 'GET /api/tasks?limit=201', answer: invalid },
  { story: 'an unknown filter', request: 'GET /api/tasks?colour=red', answer: invalid },
  { story: 'a filter called as a prototype', request: 'GET /api/tasks?__proto__=x', answer: invalid },
  { story: 'a status that does not exist', request: 'GET /api/tasks?status=todo,soon', answer: invalid },
  { story: 'an unknown id', request: `GET /api/tasks/${someId}`, answer: '404 not_found' },
  { story: 'an id that is none', request: 'GET /api/tasks/%27%20or%201=1', answer: '404 not_found' },
  { story: 'an id with a NUL', request: 'GET /api/tasks/a%00b', answer: invalid },
  { story: 'an id far too long', request: `GET /api/tasks/${'x'.repeat(300)}`, answer: invalid },
  { story: 'an address that is none', request: 'GET /api/tasks/%E0%A4%A', answer: invalid },
  {
    story: 'a token that is none',
    request: 'DELETE /api/settings/mcp-tokens/nonsense',
    answer: '404 not_found',
  },
  {
    story: 'a kind that does not exist',
    request: 'POST /api/trash/banana/x/restore',
    answer: invalid,
    body: {},
  },
  {
    story: 'an empty token',
    request: 'GET /api/tasks',
    answer: '401 invalid_credential',
    headers: bearer(''),
  },
  {
    story: 'a forged token',
    request: 'GET /api/tasks',
    answer: '401 invalid_credential',
    headers: bearer(unsigned()),
  },
  {
    story: 'a key that is none',
    request: 'GET /api/tasks',
    answer: '401 invalid_credential',
    headers: bearer(noKey()),
  },
  { story: 'another scheme', request: 'GET /api/tasks', answer: '401 invalid_credential', headers: basic() },
  {
    story: "others' organization",
    request: 'GET /api/tasks',
    answer: '404 no_organization',
    headers: inOrganization(),
  },
  { story: 'an unknown route', request: 'GET /api/nothing', answer: '404 unknown_route' },
  { story: 'an unknown method', request: 'PUT /api/tasks', answer: '405 method_not_allowed', body: {} },
  {
    story: 'OAuth that is off',
    request: 'GET /.well-known/oauth-protected-resource',
    answer: '404 unknown_route',
  },
  {
    story: 'a bad If-Match',
    request: 'PATCH /api/tasks/WEB-1',
    answer: '400 invalid_header',
    headers: ifMatch(),
    body: {},
  },
  {
    story: 'a long Idempotency-Key',
    request: task,
    answer: '400 invalid_header',
    headers: longKey(),
    body: webTask('x'),
  },
  {
    story: 'an unknown Api-Version',
    request: 'GET /api/tasks',
    answer: '400 invalid_header',
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

function noKey(): string {
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
