import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { before, describe, it } from 'node:test'
import { modeOf, openEntries } from '../../test/file-modes.ts'
import { freshDatabase, runTestServer, startOwnServer } from '../../test/harness.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { secretKeyInFolder } from '../platform/secrets.ts'
import { openDatabase } from './connect.ts'
import { openDataFolder } from './data-folder.ts'
import { databaseFolder } from './swap-folder.ts'
import { childEnvironment } from '../../test/partners/child-environment.ts'
import { sql } from './sql.ts'

const asRoot = process.geteuid?.() === 0
const hasModes = process.geteuid !== undefined
const noModes = !hasModes && 'this system has no file modes'

/** Runs `work` as an unprivileged user, because root can read and write everywhere. */
function asUser<Result>(work: () => Result): Result {
  if (!asRoot) return work()
  process.seteuid!(65534)
  try {
    return work()
  } finally {
    process.seteuid!(0)
  }
}

function rejects(folder: string, sentence: RegExp): void {
  assert.throws(
    () => openDataFolder(folder).release(),
    (error) => {
      assert.ok(error instanceof OperatorError, String(error))
      assert.match(error.message, sentence)
      return true
    },
  )
}

describe('a data folder', () => {
  let folder: string
  let database: string
  const at = (name: string) => path.join(database, name)
  before(async () => {
    folder = (await freshDatabase('pglite')).DATA_DIR!
    database = databaseFolder(folder)
  })

  it('is rejected if a file of its database is missing or truncated, and accepted once it is restored', () => {
    const damages: [name: string, damage: (file: string) => void, sentence: RegExp][] = [
      ['PG_VERSION', remove, /is damaged: the file PG_VERSION is missing\. Restore the whole folder/],
      ['PG_VERSION', (file) => fs.writeFileSync(file, '17\n'), /written by PostgreSQL 17, but .* needs 18/],
      ['PG_VERSION', (file) => fs.truncateSync(file), /the file PG_VERSION has 0 bytes/],
      ['global/pg_control', remove, /the file global\/pg_control is missing/],
      ['global/pg_control', (file) => fs.truncateSync(file, 100), /pg_control has 100 bytes and needs 8192/],
      ['base/5/pg_filenode.map', (file) => fs.truncateSync(file), /base\/5\/pg_filenode.map has 0 bytes/],
      ['postgresql.conf', remove, /the file postgresql.conf is missing/],
      ['pg_twophase', remove, /the folder pg_twophase is missing/],
      ['pg_xact/0000', remove, /the folder pg_xact has no segments/],
      ['pg_wal', emptyOut, /the folder pg_wal has no segments/],
      [
        firstWalSegment(database),
        (file) => fs.truncateSync(file, 1000),
        /the file pg_wal\/\w+ isn't complete/,
      ],
    ]
    for (const [name, damage, sentence] of damages) {
      const copy = path.join(folder, 'copy')
      fs.cpSync(at(name), copy, { recursive: true })
      damage(at(name))
      rejects(folder, sentence)
      fs.rmSync(at(name), { recursive: true, force: true })
      fs.renameSync(copy, at(name))
    }
    openDataFolder(folder).release()
  })

  it('is rejected with one sentence if PostgreSQL detects the damage', async () => {
    const damaged = (await freshDatabase('pglite')).DATA_DIR!
    const control = path.join(databaseFolder(damaged), 'global/pg_control')
    fs.writeFileSync(control, Buffer.alloc(8192, 7))
    const opened = openDatabase({ engine: 'pglite', folder: databaseFolder(damaged) })
    await assert.rejects(opened.run(sql`select 1`), (error) => {
      assert.ok(error instanceof OperatorError)
      assert.match(
        error.message,
        /is damaged: database files are incompatible with server\. Restore the whole/,
      )
      return true
    })
    await opened.close()
    assert.deepEqual(fs.readFileSync(control), Buffer.alloc(8192, 7), 'nothing was created over it')
  })

  it('ends the program with one sentence and keeps its files', () => {
    fs.renameSync(at('PG_VERSION'), at('moved'))
    const main = new URL('../main.ts', import.meta.url).pathname
    const env = { ...childEnvironment(), DATA_DIR: folder, PORT: '0' }
    const { status, stderr } = spawnSync(process.execPath, [main], { env, encoding: 'utf8' })
    assert.match(stderr, /^The database in .* is damaged: the file PG_VERSION is missing\. .*\n$/)
    assert.equal(status, 1)
    assert.ok(!fs.existsSync(at('PG_VERSION')))
    fs.renameSync(at('moved'), at('PG_VERSION'))
  })

  it('is rejected if it is a file or contains a foreign lock file', () => {
    const file = path.join(folder, 'file')
    fs.writeFileSync(file, '')
    rejects(file, /^DATA_DIR is .*file, which isn't a folder\. Set DATA_DIR to a folder\.$/)
    rejects(path.join(file, 'data'), /which isn't a folder/)
    const other = fs.mkdtempSync(path.join(folder, 'other-'))
    fs.writeFileSync(path.join(other, 'lock'), 'something else '.repeat(100))
    rejects(other, /lock isn't a lock file of Baton\. Delete it/)
    fs.rmSync(path.join(other, 'lock'))
    fs.writeFileSync(databaseFolder(other), '')
    rejects(other, /database is damaged: it isn't a folder/)
  })

  it('is rejected if the user of the server can not read or write it', { skip: noModes }, () => {
    const closed = fs.mkdtempSync(path.join(folder, 'closed-'))
    fs.chmodSync(folder, 0o755)
    for (const mode of [0o000, 0o500]) {
      fs.chmodSync(closed, mode)
      asUser(() => rejects(closed, /can't be used: EACCES.* Give user \d+ read and write access to it/))
    }
    asUser(() => rejects(path.join(closed, 'new'), /can't be used: EACCES/))
    fs.chmodSync(closed, 0o700)
  })
})

describe('the modes of a data folder', { skip: noModes }, () => {
  let folder: string
  before(async () => {
    folder = (await freshDatabase('pglite')).DATA_DIR!
  })

  it('deny access to other users after a start', () => {
    secretKeyInFolder(folder, false)
    const database = databaseFolder(folder)
    for (const name of ['', 'base', 'base/5']) fs.chmodSync(path.join(database, name), 0o777)
    for (const name of ['PG_VERSION', 'base/5/1259']) fs.chmodSync(path.join(database, name), 0o666)
    fs.chmodSync(path.join(folder, 'secret.key'), 0o644)
    fs.chmodSync(folder, 0o777)
    openDataFolder(folder).release()
    assert.deepEqual(openEntries(database), [])
    assert.equal(modeOf(path.join(folder, 'secret.key')), 0o600)
    assert.equal(modeOf(folder), 0o775)
  })

  it('are rejected if the folder is shared or another user owns an open one', { skip: !asRoot }, () => {
    const sentence =
      /^Other users of this machine can access (.+)\. Restrict it to user \d+: "chown -R \d+ \1 && /
    const open = fs.mkdtempSync(path.join(folder, 'open-'))
    fs.chmodSync(folder, 0o755)
    fs.chmodSync(open, 0o777)
    asUser(() => rejects(open, sentence))
    fs.chmodSync(open, 0o1777)
    rejects(open, sentence)
    // A Kubernetes volume with an fsGroup.
    fs.chmodSync(open, 0o2775)
    openDataFolder(open).release()
    fs.mkdirSync(databaseFolder(open))
    fs.chownSync(databaseFolder(open), 65534, 65534)
    fs.chmodSync(databaseFolder(open), 0o2770)
    openDataFolder(open).release()
    fs.chmodSync(databaseFolder(open), 0o777)
    rejects(open, sentence)
  })
})

describe('the secret key in a data folder', () => {
  it('is created once with mode 600', async () => {
    const { DATA_DIR: folder } = await freshDatabase('pglite')
    const key = secretKeyInFolder(folder!, false)
    assert.ok(key.length >= 48)
    assert.equal(secretKeyInFolder(folder!, true), key)
    if (hasModes) assert.equal(modeOf(path.join(folder!, 'secret.key')), 0o600)
  })

  it('is rejected if it is truncated', async () => {
    const { DATA_DIR: folder } = await freshDatabase('pglite')
    const file = path.join(folder!, 'secret.key')
    fs.writeFileSync(file, secretKeyInFolder(folder!, false).slice(0, 20))
    const sentence = /is damaged: it has 20 of at least 32 characters\. Restore the file/
    assert.throws(() => secretKeyInFolder(folder!, false), sentence)
  })

  it('is not recreated once an account exists, and the start is rejected', async () => {
    const server = await startOwnServer('pglite')
    await server.register('Ada')
    await server.stop()
    const file = path.join(server.environment.DATA_DIR!, 'secret.key')
    fs.rmSync(file)
    await assert.rejects(
      runTestServer(server.environment),
      /secret\.key is missing\. Restore the file .* SECRET_KEY/,
    )
    assert.ok(!fs.existsSync(file))
  })
})

function firstWalSegment(database: string): string {
  const names = fs.readdirSync(path.join(database, 'pg_wal'))
  return `pg_wal/${names.find((name) => name.length === 24)}`
}

function remove(name: string): void {
  fs.rmSync(name, { recursive: true })
}

function emptyOut(name: string): void {
  remove(name)
  fs.mkdirSync(name)
}
