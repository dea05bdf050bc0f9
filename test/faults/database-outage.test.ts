import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openDatabase } from '../../server/database/connect.ts'
import { type Sql, sql } from '../../server/database/sql.ts'
import { freshDatabase, type Person, runTestServer, type TestServer, withoutPostgres } from '../harness.ts'
import { waitForHealth } from './health.ts'
import { type TcpProxy, startTcpProxy } from './tcp-proxy.ts'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'

// Far longer than any request takes, so that a hang fails one test instead of the whole run.
const timeoutSignal = () => AbortSignal.timeout(120_000)

describe('an outage of PostgreSQL', { skip: withoutPostgres }, () => {
  let postgres: OwnPostgres
  let proxy: TcpProxy
  let server: TestServer
  let ada: Person
  let mcpToken: string
  before(async () => {
    postgres = await startOwnPostgres()
    proxy = await startTcpProxy(postgres.settings.DATABASE_URL!)
    const settings = { ...postgres.settings, DATABASE_URL: proxy.url }
    server = await runTestServer({ ...settings, PORT: '0', LOG_LEVEL: 'silent' })
    ada = await server.register('Ada')
    await ada.call('projects.create', { name: 'Website' })
    mcpToken = (await ada.call('credentials.createMcpToken', { name: 'agent' })).value
  })
  after(async () => {
    try {
      await server.stop()
    } finally {
      proxy.close()
      postgres.stop('immediate')
      postgres.remove()
    }
  })

  const requests: [
    name: string,
    method: string,
    path: string,
    token: () => string | undefined,
    body?: object,
  ][] = [
    ['a read', 'GET', '/api/tasks', () => ada.token],
    ['a write', 'POST', '/api/tasks', () => ada.token, { project: 'website', title: 'Lost' }],
    ['a read with an API key', 'GET', '/api/tasks', () => apiKey],
    ['signing in', 'POST', '/api/auth/login', () => undefined, { email: 'a@example.com', password: 'guess' }],
    ['a tool call', 'POST', '/mcp', () => mcpToken, toolCall('list_tasks', {})],
    ['opening a stream', 'GET', '/mcp/sse', () => mcpToken],
  ]
  let apiKey: string
  before(async () => void (apiKey = (await ada.call('credentials.createApiKey', { name: 'key' })).value))

  it('returns 503 from /health and every other route immediately, and recovers when PostgreSQL is back', async () => {
    postgres.stop()
    await waitForHealth(server.url, 503)
    for (const [name, method, address, token, body] of requests) {
      const bearer = token()
      const response = await fetch(server.url + address, {
        method,
        headers: {
          Accept: 'application/json, text/event-stream',
          ...(bearer && { Authorization: `Bearer ${bearer}` }),
          ...(body && { 'Content-Type': 'application/json' }),
        },
        body: body ? JSON.stringify(body) : null,
        signal: timeoutSignal(),
      })
      const problem = (await response.json()) as { code: string }
      assert.deepEqual([response.status, problem.code], [503, 'unavailable'], name)
      assert.equal(response.headers.get('retry-after'), '2', name)
    }
    await postgres.start()
    await waitForHealth(server.url, 200)
    const task = await ada.call(
      'tasks.create',
      { project: 'website', title: 'Back' },
      { signal: timeoutSignal() },
    )
    assert.equal(task.key, 'WEB-1', 'rejected writes had no effect')
  })

  it('wakes clients that wait for events after the outage', async () => {
    const { nextCursor } = await ada.call('activity.listEvents', { cursor: 'latest' })
    const waiting = ada.call('activity.listEvents', { cursor: nextCursor, wait: 20 })
    await ada.call('tasks.create', { project: 'website', title: 'New' })
    assert.equal((await waiting).items[0]!.type, 'task.created')
  })

  it('returns 503 from /health while PostgreSQL hangs, and resumes requests when it continues', async () => {
    proxy.pause()
    const pending = ada.call('tasks.list', {}, { signal: timeoutSignal() })
    await waitForHealth(server.url, 503)
    proxy.resume()
    await pending
    await waitForHealth(server.url, 200)
  })
})

describe('an endless query, on pglite', () => {
  it('times out, and its worker ends before the next one opens the same files', async () => {
    const { DATA_DIR } = await freshDatabase('pglite')
    const folder = path.join(DATA_DIR!, 'database')
    const database = openDatabase({ engine: 'pglite', folder, timeout: 1 })
    await database.run(sql`create table written (id int)`)
    // The query runs on after its timeout. Its worker must not overwrite the writes of the next one when it closes.
    const start = performance.now()
    await assert.rejects(database.run(busyQuery(6500)), /Query read timeout/)
    const written: number[] = []
    // At least one write, even on a slow machine.
    do {
      const id = written.length
      await database.run(sql`insert into written values (${id})`)
      written.push(id)
    } while (performance.now() < start + 8000)
    // The files that a power cut would leave at this moment.
    const image = path.join(DATA_DIR!, 'image')
    await fs.promises.cp(folder, image, { recursive: true })
    await database.close()

    const again = openDatabase({ engine: 'pglite', folder: image })
    const rows = await again.run<{ id: number }>(sql`select id from written order by id`)
    await again.close()
    assert.deepEqual(
      rows.map(({ id }) => id),
      written,
    )
  })
})

function busyQuery(milliseconds: number): Sql {
  return sql`with recursive busy as (select 1 union all
    select 1 from busy where clock_timestamp() < statement_timestamp() + ${milliseconds} * interval '1 ms')
    select count(*) from busy`
}

function toolCall(name: string, input: object) {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }
}
