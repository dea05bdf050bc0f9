import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { engines, freshDatabase, settled } from '../../test/harness.ts'
import { readConfig } from '../config.ts'
import type { Database, Queries } from '../database/connect.ts'
import { openEpoch } from '../database/instance.ts'
import { type JournalRow, type Position, appendJournal } from '../database/journal.ts'
import { openConfigured } from '../database/open-configured.ts'
import { sql } from '../database/sql.ts'
import { newId } from '../platform/ids.ts'
import { system } from './caller.ts'
import { type Follower, followMatching } from './follow-journal.ts'

for (const engine of engines) {
  describe(`followers of the journal, on ${engine}`, () => {
    let database: Database
    let epoch: string
    const undo: (() => unknown)[] = []
    before(async () => {
      database = openConfigured(readConfig(await freshDatabase(engine)), undo)
      epoch = await openEpoch(database)
    })
    after(async () => {
      for (const step of undo.toReversed()) await step()
    })

    /** Appends rows of a kind and returns the position of the last one. */
    async function append(kind: string, count: number): Promise<Position> {
      const entries = Array.from({ length: count }, (_, at) => ({
        type: 'task.created' as const,
        subject: { kind, id: newId(), key: `${kind}-${at}` },
        organizationId: null,
      }))
      await database.transaction((db) => appendJournal(db, system, null, entries))
      await settled(database)
      const [last] = await database.run<Position>(
        sql`select xid::text, seq::text from journal order by journal.xid desc, journal.seq desc limit 1`,
      )
      return last!
    }

    /** Registers a follower at the end of the journal. Each call of `start` is a node that starts. */
    async function follower() {
      const name = newId()
      const keys: string[] = []
      const counts = { read: 0, stored: 0 }
      const self: Follower = {
        name,
        begins: 'now',
        take: async (rows) => void keys.push(...rows.filter(isWanted).map((row) => row.subject_key!)),
      }
      const counted = countRows(database, counts)
      await database.run(sql`insert into journal_followers (name) values (${name})`)
      const start = (matching?: Partial<Parameters<typeof followMatching>[2]>) => {
        const step = followMatching({ database: counted, epoch }, self, {
          concerns: (rows) => rows.some(isWanted),
          ...matching,
        })
        return async () => {
          while (await step());
        }
      }
      await start()()
      const storedPosition = async () => {
        const [row] = await database.run<Position>(
          sql`select xid::text, seq::text from journal_followers where name = ${name}`,
        )
        return row
      }
      return { start, keys, counts, storedPosition }
    }

    it('stores the position that it skipped to, so a restart reads only the rows after it', async () => {
      await append('other', 1)
      const { start, keys, counts, storedPosition } = await follower()
      const run = start()
      const last = await append('other', 5000)
      await run()
      // The next poll stores the position when no row is left.
      await run()
      const { seq } = (await storedPosition())!
      assert.ok(BigInt(last.seq) - BigInt(seq) < 1200n, `${seq} of ${last.seq}`)
      assert.ok(counts.read < 6000, `read 5,000 rows about once, not ${counts.read}`)
      assert.ok(counts.stored <= 7, `stored the position ${counts.stored} times`)
      counts.read = 0
      await start()()
      assert.ok(counts.read < 1200, `a restart read ${counts.read} rows`)
      assert.deepEqual(keys, [])
    })

    it('continues after the skipped rows when a row matters', async () => {
      await append('other', 1)
      const { start, keys, counts, storedPosition } = await follower()
      const run = start()
      await append('other', 900)
      await run()
      counts.read = 0
      const last = await append('wanted', 2)
      await run()
      assert.deepEqual(keys, ['wanted-0', 'wanted-1'])
      assert.deepEqual(await storedPosition(), last)
      assert.ok(counts.read < 10, `read ${counts.read} rows for 2`)
    })

    it('reads from the stored position if the rows that it skipped to were lost', async () => {
      await append('other', 1)
      const { start, keys } = await follower()
      const run = start()
      await append('wanted', 1)
      await run()
      const last = await append('other', 300)
      await run()
      await database.run(sql`delete from journal where xid = ${last.xid}::text::xid8`)
      // A reverted journal gives the positions of lost rows to others.
      await append('wanted', 2)
      await run()
      assert.deepEqual(keys, ['wanted-0', 'wanted-0', 'wanted-1'])
    })

    it('never moves a position back that another node has moved on', async () => {
      await append('other', 1)
      const { start, keys, storedPosition } = await follower()
      const [slow, fast] = [start(), start()]
      await append('other', 500)
      await slow()
      const last = await append('wanted', 1)
      await fast()
      await slow()
      assert.deepEqual(keys, ['wanted-0'])
      assert.deepEqual(await storedPosition(), last)
    })

    it('skips to the newest row while nothing is subscribed', async () => {
      await append('other', 1)
      const { start, keys, counts, storedPosition } = await follower()
      let isActive = false
      const run = start({ concerns: () => isActive, allOrNone: true })
      const last = await append('wanted', 5000)
      await run()
      await run()
      assert.deepEqual(await storedPosition(), last)
      // The first batch after a start is read from the stored position, the second one shows that it is behind.
      assert.ok(counts.read <= 402, `read ${counts.read} rows`)
      keys.length = 0
      isActive = true
      await append('wanted', 3)
      await run()
      assert.deepEqual(keys, ['wanted-0', 'wanted-1', 'wanted-2'])
    })
  })
}

const isWanted = (row: JournalRow) => row.subject_kind === 'wanted'

/** Counts the journal rows that are read and the positions that are stored. */
function countRows(database: Database, counts: { read: number; stored: number }): Database {
  const counting = (queries: Queries): Queries => ({
    ...queries,
    async run<Row>(statement: Parameters<Queries['run']>[0]) {
      const rows = await queries.run<Row>(statement)
      if (rows.some((row) => 'subject_kind' in (row as object))) counts.read += rows.length
      if (statement.text.startsWith('update journal_followers')) counts.stored++
      return rows
    },
  })
  return {
    ...database,
    ...counting(database),
    transaction: (work, options) => database.transaction((db) => work(counting(db)), options),
  }
}
