import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  clientFor,
  engines,
  oneEngine,
  runTestServer,
  startOwnServer,
  withoutPostgres,
} from './harness.ts'

for (const engine of engines) {
  describe(`the conventions of HTTP, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startOwnServer(engine, { CORS_ORIGINS: 'https://friend.example' })
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web' })
    })
    after(() => server.stop())

    function send(
      method: string,
      path: string,
      body?: object,
      headers: Record<string, string> = {},
    ): Promise<Response> {
      return fetch(server.url + path, {
        method,
        headers: {
          Authorization: `Bearer ${ada.token}`,
          ...(body && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      })
    }

    it('returns an ETag with a resource, and 304 to a client that sends it', async () => {
      const first = await send('GET', '/api/projects/web')
      const etag = first.headers.get('etag')!
      assert.match(etag, /^"1-\w+"$/)
      const second = await send('GET', '/api/projects/web', undefined, { 'If-None-Match': etag })
      assert.equal(second.status, 304)
      await ada.call('tasks.create', { project: 'web', title: 'Counts' })
      const third = await send('GET', '/api/projects/web', undefined, { 'If-None-Match': etag })
      assert.equal(third.status, 200, 'its task counts are part of the response')
      const change = await send(
        'PUT',
        '/api/projects/web',
        { description: '' },
        { 'If-Match': third.headers.get('etag')! },
      )
      assert.equal(change.status, 200)
    })

    it('rejects the second of two concurrent changes with a version conflict', async () => {
      const { key } = await ada.call('tasks.create', { project: 'web', title: 'Contested' })
      await ada.call('tasks.update', { task: key, title: 'First' }, { ifMatch: 1 })
      await assert.rejects(ada.call('tasks.update', { task: key, title: 'Second' }, { ifMatch: 1 }), {
        status: 412,
        code: 'version_conflict',
      })
      assert.equal((await ada.call('tasks.get', { task: key })).title, 'First')
      await ada.call('projects.update', { project: 'web', description: 'Changed' })
      await assert.rejects(
        ada.call('projects.update', { project: 'web', description: 'Again' }, { ifMatch: 1 }),
        { status: 412 },
      )
    })

    it('keeps the version when an update changes nothing', async () => {
      const { key } = await ada.call('tasks.create', {
        project: 'web',
        title: 'Same',
        labels: ['a'],
        dueAt: '2026-12-24T17:00:00Z',
      })
      const after = await ada.call('tasks.update', {
        task: key,
        title: 'Same',
        labels: ['a'],
        dueAt: '2026-12-24T17:00:00Z',
      })
      assert.equal(after.version, 1)
    })

    it('processes requests with the same idempotency key once, even in parallel', async () => {
      const create = (title: string, key: string) =>
        send('POST', '/api/tasks', { project: 'web', title }, { 'Idempotency-Key': key })
      const responses = await Promise.all(Array.from({ length: 10 }, () => create('Once', 'key-1')))
      const bodies = await Promise.all(
        responses.map((response) => response.json() as Promise<{ id: string }>),
      )
      assert.deepEqual(
        responses.map(({ status }) => status),
        Array(10).fill(201),
      )
      assert.equal(new Set(bodies.map(({ id }) => id)).size, 1)
      assert.equal(
        responses.filter(({ headers }) => headers.get('idempotency-replayed') === 'true').length,
        9,
      )
      const { items } = await ada.call('tasks.list', { project: 'web' })
      assert.equal(items.filter(({ title }) => title === 'Once').length, 1)
      assert.equal((await create('Other', 'key-1')).status, 409)
      const rejected = await send(
        'POST',
        '/api/tasks',
        { project: 'nowhere', title: 'x' },
        { 'Idempotency-Key': 'key-2' },
      )
      assert.equal(rejected.status, 404)
      assert.equal((await create('Now', 'key-2')).status, 201, 'a rejected request does not store its key')
    })

    it('journals a retried request once when a duplicate succeeds before the retry', async () => {
      const { key } = await ada.call('tasks.create', { project: 'web', title: 'Journaled once' })
      const complete = () => ada.call('tasks.complete', { task: key }, { idempotencyKey: 'again-1' })
      const { database } = server.app
      const { transaction } = database
      // Rolls the first attempt back, as after a deadlock. Before the retry, the same request succeeds elsewhere.
      database.transaction = async (work, options) => {
        database.transaction = transaction
        const rolledBack = transaction(async (db) => {
          await work(db)
          throw new Error('rolled back')
        })
        await assert.rejects(rolledBack, /rolled back/)
        await complete()
        return transaction(work, options)
      }
      await complete()
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      assert.equal(
        items.filter(({ type, subject }) => type === 'task.completed' && subject.key === key).length,
        1,
      )
    })

    it('processes tool calls with the same idempotency key once', async () => {
      const agent = await ada.agent()
      const call = () =>
        agent.call('create_task', { project: 'web', title: 'By tool', idempotencyKey: 'tool-1' })
      const [first, second] = [await call(), await call()]
      assert.deepEqual(first.data, second.data)
      await agent.close()
    })

    it('keeps idempotency keys of different people apart', async () => {
      const bob = await server.register('Bob')
      const [first, second] = await Promise.all(
        [ada, bob].map((person) =>
          person.call('projects.create', { name: 'Shared name' }, { idempotencyKey: 'same' }),
        ),
      )
      assert.notEqual(first!.id, second!.id)
    })

    it('returns the request id, API version and rate limits with every response', async () => {
      const response = await send('GET', '/api/tasks', undefined, {
        'X-Request-Id': 'my-request-42',
        'Api-Version': '2026-11-15',
      })
      assert.equal(response.headers.get('x-request-id'), 'my-request-42')
      assert.equal(response.headers.get('api-version'), '2026-11-15')
      assert.equal(response.headers.get('ratelimit-limit'), '1000000')
      assert.ok(Number(response.headers.get('ratelimit-remaining')) > 0)
      assert.match(response.headers.get('content-security-policy')!, /default-src 'none'/)
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
      assert.equal(response.headers.get('x-powered-by'), null)
    })

    it('allows calls only from configured web origins', async () => {
      const friend = await send('OPTIONS', '/api/tasks', undefined, {
        Origin: 'https://friend.example',
        'Access-Control-Request-Method': 'POST',
      })
      assert.equal(friend.headers.get('access-control-allow-origin'), 'https://friend.example')
      const stranger = await send('GET', '/api/tasks', undefined, { Origin: 'https://stranger.example' })
      assert.equal(stranger.headers.get('access-control-allow-origin'), null)
      assert.equal(stranger.status, 403)
    })

    it('checks the database in /health', async () => {
      const health = (await (await fetch(`${server.url}/health`)).json()) as {
        database: { engine: string; status: string }
      }
      assert.deepEqual([health.database.engine, health.database.status], [engine, 'ok'])
    })
  })
}

for (const engine of oneEngine) {
  describe(`rate limits, on ${engine}`, () => {
    it('rejects a credential over its limit with Retry-After', async () => {
      const server = await startOwnServer(engine, { RATE_LIMIT_API: '5' })
      const ada = await server.register('Ada')
      const responses: Response[] = []
      for (let number = 1; number <= 6; number++) {
        responses.push(
          await fetch(`${server.url}/api/auth/me`, { headers: { Authorization: `Bearer ${ada.token}` } }),
        )
      }
      // If the minute ends in between, the count restarts and the sixth request passes.
      const last = responses.at(-1)!
      if (last.headers.get('ratelimit-remaining') === '0') {
        assert.equal(last.status, 429)
        assert.ok(Number(last.headers.get('retry-after')) >= 1)
      }
      await server.stop()
    })

    it('limits password guesses by account and by network', async () => {
      const server = await startOwnServer(engine, { RATE_LIMIT_SIGN_IN: '3', TRUSTED_PROXIES: '127.0.0.1' })
      const guess = (address: string, email: string) =>
        fetch(`${server.url}/api/auth/login`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
          body: JSON.stringify({ email, password: 'wrong password' }),
        })
      const untilMinuteEnds = 60_000 - (Date.now() % 60_000)
      const byAccount = await Promise.all(
        ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4'].map((from) =>
          guess(from, 'a@example.com'),
        ),
      )
      const byNetwork = await Promise.all(
        ['b', 'c', 'd', 'e'].map((name, index) => guess(`2001:db8::${index + 1}`, `${name}@example.com`)),
      )
      const spent = 60_000 - (Date.now() % 60_000)
      if (spent < untilMinuteEnds) {
        assert.equal(byAccount.filter(({ status }) => status === 429).length, 1)
        assert.equal(byNetwork.filter(({ status }) => status === 429).length, 1, 'a /64 is one client')
      }
      await server.stop()
    })
  })
}

describe('a cluster on one PostgreSQL', { skip: withoutPostgres }, () => {
  it('shares rate limits, revocations and events', async () => {
    const first = await startOwnServer('pgsql', { RATE_LIMIT_API: '100' })
    const second = await runTestServer(first.environment)
    const ada = await first.register('Ada')
    const getMe = (url: string) =>
      fetch(`${url}/api/auth/me`, { headers: { Authorization: `Bearer ${ada.token}` } })

    const before = Date.now()
    for (let number = 0; number < 30; number++) await getMe(first.url)
    await first.app.rateLimits.share()
    await getMe(second.url)
    await second.app.rateLimits.share()
    const remaining = Number((await getMe(second.url)).headers.get('ratelimit-remaining'))
    if (Math.floor(before / 60_000) === Math.floor(Date.now() / 60_000))
      assert.ok(remaining <= 100 - 32, String(remaining))

    const { nextCursor } = await ada.call('activity.listEvents', { cursor: 'latest' })
    const onSecond = clientFor(second.url, ada.token)
    const waiting = onSecond('activity.listEvents', { cursor: nextCursor, wait: 20 })
    await ada.call('projects.create', { name: 'Received elsewhere' })
    assert.equal((await waiting).items[0]!.type, 'project.created')

    await ada.call('accounts.logOut', {})
    assert.equal((await getMe(second.url)).status, 401)
    await second.stop()
    await first.stop()
  })
})
