import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Engine, engines, freshDatabase, settled, withoutPostgres } from '../../test/harness.ts'
import { readConfig } from '../config.ts'
import { system } from '../operations/caller.ts'
import { newId } from '../platform/ids.ts'
import { openConfigured } from '../start.ts'
import type { Database, Queries } from './connect.ts'
import { openEpoch } from './instance.ts'
import {
  type Bookmark,
  appendJournal,
  journalStart,
  decodeCursor,
  encodeCursor,
  latestPosition,
  readJournal,
} from './journal.ts'
import { queriesOn } from './queries.ts'
import { sql } from './sql.ts'

const organizationId = newId()

function append(db: Queries, key: string) {
  const subject = { kind: 'task', id: newId(), key }
  return appendJournal(db, system, null, [{ type: 'task.created', subject, organizationId }])
}

/** Waits until all committed rows are readable, because other tests on the same PostgreSQL delay them. */
async function settledKeysAfter(database: Database, position: Bookmark) {
  await settled(database)
  return keysAfter(database, position)
}

async function keysAfter(
  database: Database,
  position: Bookmark,
): Promise<{ keys: (string | null)[]; position: Bookmark }> {
  const rows = await readJournal(database, position, sql`organization_id = ${organizationId}`, 100)
  return { keys: rows.map((row) => row.subject_key), position: rows.at(-1) ?? position }
}

for (const engine of engines) {
  describe(`the journal, on ${engine}`, () => {
    let database: Database
    const undo: (() => unknown)[] = []
    before(async () => void (database = await open(engine, undo)))
    after(async () => {
      for (const step of undo.toReversed()) await step()
    })

    it('is read in order from any position', async () => {
      const start = await latestPosition(database)
      for (const key of ['A-1', 'A-2', 'A-3']) await database.transaction((db) => append(db, key))
      const all = await settledKeysAfter(database, start)
      assert.deepEqual(all.keys, ['A-1', 'A-2', 'A-3'])
      assert.deepEqual((await settledKeysAfter(database, all.position)).keys, [])
    })

    it('contains no rows of a failed transaction', async () => {
      const start = await latestPosition(database)
      const failing = database.transaction(async (db) => {
        await append(db, 'B-1')
        throw new Error('changed my mind')
      })
      await assert.rejects(failing, /changed my mind/)
      assert.deepEqual((await settledKeysAfter(database, start)).keys, [])
    })

    it('detects data from another cluster and starts a new epoch without losing rows', async () => {
      const before = await openEpoch(database)
      const { keys } = await settledKeysAfter(database, journalStart)
      await database.run(sql`update journal set xid = (xid::text::bigint + 1000000000)::text::xid8`)
      await database.run(
        sql`insert into search_entries (subject_id, subject_kind, body, created_at, updated_at)
          values (gen_random_uuid(), 'doc', 'A page', now(), now())`,
      )
      await database.run(sql`update search_entries set written_in = '2000000000'`)
      assert.deepEqual(
        (await keysAfter(database, journalStart)).keys,
        [],
        'rows from the future cannot be read',
      )
      const epoch = await openEpoch(database)
      assert.notEqual(epoch, before)
      const again = await settledKeysAfter(database, journalStart)
      assert.deepEqual(again.keys, keys)
      await database.transaction((db) => append(db, 'C-1'))
      assert.deepEqual((await settledKeysAfter(database, again.position)).keys, ['C-1'])
      const late = await database.run(
        sql`select 1 from search_entries where written_in >= pg_snapshot_xmax(pg_current_snapshot())`,
      )
      assert.deepEqual(late, [], 'nodes would read these vectors again with each search')
      assert.throws(() => decodeCursor(epoch, encodeCursor(before, journalStart)), { code: 'cursor_expired' })
    })
  })
}

describe('a cursor', { skip: withoutPostgres }, () => {
  it('never skips a transaction that started earlier and commits later', async () => {
    const undo: (() => unknown)[] = []
    const database = await open('pgsql', undo)
    const start = await latestPosition(database)

    const early = await database.connect()
    await early.query('begin')
    await append(queriesOn(early), 'EARLY')
    await database.transaction((db) => append(db, 'LATE'))

    // LATE is committed. A cursor that moved past it now would never see EARLY, whose position is lower.
    const during = await keysAfter(database, start)
    assert.deepEqual(during.keys, [])
    await early.query('commit')
    early.release()
    const both = await settledKeysAfter(database, during.position)
    assert.deepEqual(both.keys, ['EARLY', 'LATE'])
    assert.deepEqual((await keysAfter(database, both.position)).keys, [])
    for (const step of undo.toReversed()) await step()
  })

  it('reads every row once and in order during random concurrent commits and rollbacks', async () => {
    const undo: (() => unknown)[] = []
    const database = await open('pgsql', undo)
    let position = await latestPosition(database)
    const seen: (string | null)[] = []
    const committed: string[] = []
    const writing = new AbortController()

    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let number = 0; number < 40; number++) {
        const keys = [`${writer}-${number}-a`, `${writer}-${number}-b`]
        const work = database.transaction(async (db) => {
          await append(db, keys[0]!)
          await db.run(sql`select pg_sleep(random() * 0.003)`)
          await append(db, keys[1]!)
          if (number % 7 === 0) throw new Error('rolled back')
        })
        await work.then(
          () => committed.push(...keys),
          () => {},
        )
      }
    })
    const readPage = async () => {
      const read = await keysAfter(database, position)
      seen.push(...read.keys)
      position = read.position
      return read.keys.length
    }
    const reader = (async () => {
      do await readPage()
      while (!writing.signal.aborted)
    })()
    await Promise.all(writers)
    writing.abort()
    await reader
    await settled(database)
    while ((await readPage()) > 0);
    assert.equal(new Set(seen).size, seen.length, 'none twice')
    assert.deepEqual(new Set(seen), new Set(committed), 'none lost')
    for (const step of undo.toReversed()) await step()
  })
})

describe('a node that starts while others write', { skip: withoutPostgres }, () => {
  it('does not mistake their rows for data of another cluster', async () => {
    const undo: (() => unknown)[] = []
    const database = await open('pgsql', undo)
    const epoch = await openEpoch(database)
    const starting = new AbortController()
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      while (!starting.signal.aborted) await database.transaction((db) => append(db, `W-${writer}`))
    })
    const epochs = new Set<string>()
    for (let start = 0; start < 100; start++) epochs.add(await openEpoch(database))
    starting.abort()
    await Promise.all(writers)
    assert.deepEqual([...epochs], [epoch])
    for (const step of undo.toReversed()) await step()
  })
})

async function open(engine: Engine, undo: (() => unknown)[]): Promise<Database> {
  return openConfigured(readConfig(await freshDatabase(engine)), undo)
}
