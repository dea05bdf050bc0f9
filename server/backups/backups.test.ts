import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  type Person,
  type TestServer,
  defaultEngine,
  freshDatabase,
  oneEngine,
  startOwnServer,
  startTestServer,
  withoutPostgres,
} from '../../test/harness.ts'
import { eventually, until } from '../../test/poll.ts'
import { sql } from '../database/sql.ts'
import { inspectBackup } from '../database/backup-format.ts'
import { newestBackup, scheduledFile } from './backup-folder.ts'
import { type DoorAddress, doorFile } from './backup-door.ts'
import { childEnvironment } from '../../test/partners/child-environment.ts'

/** Runs an npm script in another process than the server. */
function run(name: string, args: string[], environment: Record<string, string>) {
  const program = fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url))
  const env = { ...childEnvironment(), ...environment }
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

describe('a running server on the embedded database', () => {
  let server: TestServer
  let ada: Person
  const file = (name: string) => path.join(server.environment.DATA_DIR!, name)
  const door = () =>
    JSON.parse(fs.readFileSync(doorFile(server.environment.DATA_DIR!), 'utf8')) as DoorAddress
  before(async () => {
    server = await startOwnServer('pglite')
    ada = await server.register('Ada')
    await ada.call('projects.create', { name: 'Web' })
  })
  after(() => server.stop())

  it('is backed up by npm run backup and continues to serve requests', async () => {
    const { code, out, err } = await run('backup', [file('online.backup')], server.environment)
    assert.deepEqual([code, err], [0, ''])
    assert.match(out, /^Wrote \d+ rows of \d+ tables to /)
    const { rows } = await inspectBackup(file('online.backup'))
    assert.equal(Number(/\d+/.exec(out)![0]), rows)
    assert.equal((await ada.call('projects.list', {})).items.length, 1)
    const known = async () => (await ada.call('overview.get', {})).backups.items
    await eventually(
      async () => (await known()).map((backup) => [backup.source, backup.rows]),
      [['command', rows]],
    )
    const leftovers = () =>
      fs.readdirSync(server.environment.DATA_DIR!).filter((name) => name.startsWith('database.'))
    // The server removes its snapshot after the last byte of the backup.
    await eventually(leftovers, [])
  })

  it('sends a backup only to a caller with the token of the data folder', async () => {
    const { port, token } = door()
    assert.equal(fs.statSync(doorFile(server.environment.DATA_DIR!)).mode & 0o777, 0o600)
    const request = (authorization?: string) =>
      fetch(`http://127.0.0.1:${port}/backup`, {
        method: 'POST',
        headers: authorization ? { Authorization: authorization } : {},
      })
    for (const authorization of [undefined, 'Bearer', `Bearer ${token.slice(1)}`, `Bearer ${ada.token}`]) {
      const response = await request(authorization)
      assert.deepEqual([response.status, await response.text()], [401, ''])
    }
  })

  it('makes npm run restore fail with one sentence', async () => {
    const { code, out, err } = await run('restore', [file('online.backup'), '--replace'], server.environment)
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, /^The data folder .* is in use by process \d+ .*Stop that process first.*\n$/)
  })
})

it(
  'npm run restore fails with one sentence while a node uses the database',
  { skip: withoutPostgres },
  async () => {
    const server = await startTestServer('pgsql')
    const { code, out, err } = await run('restore', ['any.backup', '--replace'], server.environment)
    await server.stop()
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, /^The database is in use: .* Stop every server of this instance first\.\n$/)
  },
)

for (const engine of oneEngine)
  describe(`scheduled backups on ${engine}`, () => {
    let server: TestServer
    let folder: string
    const health = async () => (await (await fetch(`${server.url}/health`)).json()) as { backup: object }
    before(async () => {
      const { DATA_DIR } = await freshDatabase(engine)
      folder = path.join(DATA_DIR!, 'backups')
      server = await startOwnServer(engine, { BACKUP_DIR: folder, BACKUP_KEEP: '2' })
    })
    after(() => server.stop())

    it('are verified, reported and limited in number', async () => {
      assert.deepEqual((await health()).backup, { status: 'ok', lastGoodAt: null })
      fs.mkdirSync(folder)
      for (const day of ['01', '02', '03'])
        fs.writeFileSync(scheduledFile(folder, new Date(`2020-01-${day}`)), '')
      fs.writeFileSync(path.join(folder, 'manual.backup'), '')
      fs.writeFileSync(path.join(folder, 'unverified.backup'), 'left by a killed server')
      await server.app.backups.runIfDue()
      const at = (await newestBackup(folder))!
      assert.deepEqual(fs.readdirSync(folder).toSorted(), [
        'lock',
        'manual.backup',
        'scheduled-2020-01-03T00-00-00Z.backup',
        path.basename(scheduledFile(folder, at)),
      ])
      await inspectBackup(scheduledFile(folder, at))
      const saved = await server.app.database.run(
        sql`select data ->> 'source' as source from journal where type = 'backup.saved'`,
      )
      assert.deepEqual(saved, [{ source: 'schedule' }])
      const expected = { status: 'ok', lastGoodAt: at.toISOString() }
      await until(async () => JSON.stringify((await health()).backup) === JSON.stringify(expected))
      const metrics = await server.app.metrics.text()
      assert.match(metrics, new RegExp(`baton_last_good_backup_timestamp_seconds ${at.getTime() / 1000}\n`))
    })

    it('run only when they are due', async () => {
      const before = fs.readdirSync(folder)
      await server.app.backups.runIfDue()
      assert.deepEqual(fs.readdirSync(folder), before)
    })
  })

it('reports and retries a failed scheduled backup', async () => {
  const { DATA_DIR } = await freshDatabase(defaultEngine)
  const folder = path.join(DATA_DIR!, 'backups')
  fs.writeFileSync(folder, 'a file where the folder should be')
  const server = await startOwnServer(defaultEngine, { BACKUP_DIR: folder }, { jobs: {} })
  try {
    await until(() => server.app.backups.status()?.status === 'failed')
    assert.match(await server.app.metrics.text(), /baton_backup_failures_total [1-9]/)
    fs.rmSync(folder)
    fs.mkdirSync(folder)
    fs.writeFileSync(scheduledFile(folder, new Date()), 'made by another node')
    await until(() => server.app.backups.status()?.status === 'ok')
  } finally {
    await server.stop()
  }
})
