import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { engines, type Person, withoutPostgres } from '../harness.ts'
import { waitForHealth } from './health.ts'
import { clients, killRepeatedly, registerWithProject, roundsOf } from './kill-rounds.ts'
import { assertNothingLost } from './nothing-lost.ts'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'
import { type ServerProcess, startServerProcess } from '../partners/server-process.ts'
import { startWriters } from './writers.ts'

/*
 * The embedded database has more rounds, because a kill ends the database too. Before a release, run with
 * KILL_ROUNDS=10 TEST_TIMEOUT=1500000.
 */
const roundsOn = { pglite: roundsOf(3), pgsql: roundsOf(2) }

for (const engine of engines) {
  const rounds = roundsOn[engine]
  describe(`killing the server while ${clients} clients write, on ${engine}`, () => {
    it(`loses no acknowledged write, ${rounds} times in a row`, () =>
      killRepeatedly(engine, { rounds, start: startWriters, check: assertNothingLost }))
  })
}

describe('a crash of PostgreSQL while clients write', { skip: withoutPostgres }, () => {
  let postgres: OwnPostgres
  let server: ServerProcess
  let ada: Person
  before(async () => {
    postgres = await startOwnPostgres()
    server = await startServerProcess(postgres.settings, {
      output: path.join(postgres.settings.DATA_DIR!, 'server.log'),
    })
    ada = await registerWithProject(server.url)
  })
  after(async () => {
    try {
      await server.stop()
    } finally {
      postgres.stop('immediate')
      postgres.remove()
    }
  })

  it('loses no acknowledged write, and the server recovers automatically', async () => {
    const writers = await startWriters(server.url, ada, 'website', clients)
    await writers.waitForCount(randomInt(50, 150))
    postgres.stop('immediate')
    await waitForHealth(server.url, 503)
    await postgres.start()
    await waitForHealth(server.url, 200)
    await writers.waitForCount(writers.acknowledged.length + clients)
    await writers.stop()
    assert.ok(server.running(), 'the server never ended')
    assert.deepEqual(writers.unexpected, [])
    await assertNothingLost(ada.call, writers.acknowledged)
  })

  it('loses no acknowledged write after kill -9 of one PostgreSQL process, which ends all of them', async () => {
    const before = await ada.call('tasks.list', { limit: 200 })
    const writers = await startWriters(server.url, ada, 'website', clients)
    await writers.waitForCount(randomInt(50, 150))
    process.kill(await findBackendPid(postgres), 'SIGKILL')
    await writers.waitForCount(writers.acknowledged.length + 2 * clients)
    await writers.stop()
    assert.ok(server.running(), 'the server never ended')
    assert.deepEqual(writers.unexpected, [])
    await assertNothingLost(ada.call, [...before.items, ...writers.acknowledged])
  })
})

/** Returns the id of the process that serves a connection of the server. */
async function findBackendPid(postgres: OwnPostgres): Promise<number> {
  const client = new pg.Client({ connectionString: postgres.settings.DATABASE_URL })
  // The kill also closes this connection.
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'baton' order by backend_start desc limit 1`,
  )
  await client.end()
  return rows[0]!.pid
}
