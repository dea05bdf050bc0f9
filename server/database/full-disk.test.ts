import assert from 'node:assert/strict'
import { after, before, describe, it, mock } from 'node:test'
import { fillDisk, freeDisk } from '../../test/full-disk.ts'
import {
  defaultEngine,
  freshDatabase,
  type Person,
  startOwnServer,
  type TestServer,
} from '../../test/harness.ts'
import { until } from '../../test/poll.ts'
import { openDatabase } from './connect.ts'
import { sql } from './sql.ts'
import { databaseFolder } from './swap-folder.ts'
import { watchStorage } from './storage.ts'

const full = { status: 507, code: 'storage_full' }

async function request({ url }: TestServer, person: Person, method: string, address: string, body?: object) {
  const response = await fetch(url + address, {
    method,
    body: body ? JSON.stringify(body) : null,
    headers: { Authorization: `Bearer ${person.token}`, ...(body && { 'Content-Type': 'application/json' }) },
  })
  const { code } = (await response.json()) as { code?: string }
  return { status: response.status, code }
}

describe('an embedded database on a full disk', () => {
  let server: TestServer
  let ada: Person
  before(async () => {
    server = await startOwnServer('pglite')
    ada = await server.register('Ada')
    await ada.call('projects.create', { name: 'Web' })
  })
  after(() => server.stop())
  const write = (title: string) => request(server, ada, 'POST', '/api/tasks', { project: 'web', title })

  it('rejects writes with 507, serves reads, and accepts writes again once there is space', async () => {
    await write('First')
    fillDisk(server.environment.DATA_DIR!, 'reported')
    // The free space is checked ten times a second.
    await until(async () => (await write('More')).status !== 201)
    assert.deepEqual(await write('Too much'), full)
    assert.deepEqual(
      await request(server, ada, 'POST', '/api/auth/login', { email: ada.email, password: ada.password }),
      full,
    )
    assert.equal((await request(server, ada, 'GET', '/api/tasks')).status, 200)
    freeDisk(server.environment.DATA_DIR!)
    await until(async () => (await write('Again')).status === 201)
  })

  it('is reported by /metrics and by /health, which still returns 200', async () => {
    const health = await fetch(`${server.url}/health`)
    assert.equal(health.status, 200)
    const { database } = (await health.json()) as { database: { storage?: string } }
    assert.equal(database.storage, 'full')
    const metrics = await server.app.metrics.text()
    assert.match(metrics, /^baton_storage_full_errors_total [1-9]/m)
  })
})

describe('an embedded database whose files cannot grow', () => {
  it('reports a full disk instead of a timeout, and works again once there is space', async () => {
    const { DATA_DIR } = await freshDatabase('pglite')
    const database = openDatabase({ engine: 'pglite', folder: databaseFolder(DATA_DIR!) })
    await database.run(sql`create table kept (id int, text text)`)
    await database.run(sql`insert into kept values (1)`)
    fillDisk(DATA_DIR!, 'unreported')
    const grow = sql`insert into kept select 2, repeat('x', 5000) from generate_series(1, 1000)`
    await assert.rejects(database.run(grow), { code: '53100' })
    assert.equal((await database.run(sql`select * from kept`)).length, 1, 'reads work')
    // Fills the WAL segment. PostgreSQL panics when it can't create the next one.
    const fillSegment = sql`select pg_logical_emit_message(true, '', repeat('x', 20000000))::text`
    await assert.rejects(database.run(fillSegment), { code: 'ENOSPC' })
    assert.equal(database.storage.isFull(), true)
    freeDisk(DATA_DIR!)
    assert.equal((await database.run(sql`select * from kept`)).length, 1, 'nothing committed is lost')
    await database.run(sql`insert into kept values (3)`)
    await database.close()
  })
})

describe(`a full disk of ${defaultEngine}`, () => {
  it('returns 507 and a sentence to people and agents', async () => {
    const server = await startOwnServer(defaultEngine)
    const ada = await server.register('Ada')
    await ada.call('projects.create', { name: 'Web' })
    await server.app.database.run(
      sql`create function fill() returns trigger language plpgsql as
       $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
    )
    await server.app.database.run(sql`create trigger fill before insert on tasks execute function fill()`)
    assert.deepEqual(
      await request(server, ada, 'POST', '/api/tasks', { project: 'web', title: 'Lost' }),
      full,
    )
    const agent = await ada.agent()
    const result = await agent.call('create_task', { project: 'web', title: 'Lost' })
    assert.ok(result.isError)
    assert.match(JSON.stringify(result.data), /storage_full.*Ask its operator to free space/)
    await agent.close()
    await server.stop()
  })
})

describe('the storage of a database', () => {
  it('counts as full for a minute after the last report and announces only the first', async () => {
    mock.timers.enable({ apis: ['Date'] })
    const { storage, watch } = watchStorage()
    const announced: boolean[] = []
    storage.onFull((isNew) => announced.push(isNew))
    const fail = (code: string) =>
      assert.rejects(watch(Promise.reject(Object.assign(new Error(code), { code }))))
    await fail('EIO')
    assert.deepEqual([storage.isFull(), announced], [false, []])
    await fail('ENOSPC')
    await fail('ENOSPC')
    assert.deepEqual([storage.isFull(), announced], [true, [true, false]])
    mock.timers.tick(60_000)
    assert.equal(storage.isFull(), false)
    await fail('ENOSPC')
    assert.deepEqual(announced, [true, false, true])
    mock.timers.reset()
  })
})
