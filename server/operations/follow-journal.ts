import type { App } from './context.ts'
import { type Loop, loop } from '../platform/loop.ts'
import type { Queries } from '../database/connect.ts'
import {
  type Bookmark,
  type JournalRow,
  type Position,
  journalStart,
  latestPosition,
  readJournal,
  readOn,
} from '../database/journal.ts'
import { sql } from '../database/sql.ts'

/** A consumer that processes every journal row once, in order. */
export interface Follower {
  /** The key of its stored position. */
  name: string
  /** Where it starts in a new journal: a notifier must not report old events again. */
  begins: 'at the beginning' | 'now'
  /** Processes rows. Writes with `db` commit in the same transaction as the position. */
  take(rows: JournalRow[], db: Queries, afterCommit: (callback: () => void) => void): Promise<void>
}

type Parts = Pick<App, 'database' | 'epoch'>

// Batches are small, because the embedded database can't serve anything else during a transaction.
const batchSize = 200

/**
 * Processes the next batch of a follower. Returns whether there may be more. Only one node at a time does so: the
 * others find the position locked and do nothing.
 */
export async function followJournal(
  { database, epoch }: Parts,
  { name, begins, take }: Follower,
): Promise<boolean> {
  let callbacks: (() => void)[] = []
  const more = await database.transaction(async (db) => {
    callbacks = []
    const [position] = await db.run<Position & { epoch: string | null }>(
      sql`select xid::text, seq::text, epoch from journal_followers where name = ${name} for update skip locked`,
    )
    if (!position) return false
    // A position is valid in one epoch only.
    const isValid = position.epoch === epoch
    const findStart = begins === 'now' ? () => latestPosition(db) : () => journalStart
    const after = isValid ? position : await findStart()
    const rows = await readJournal(db, after, sql`true`, batchSize)
    const last = rows.at(-1) ?? (isValid ? undefined : after)
    if (!last) return false
    if (rows.length > 0) await take(rows, db, (callback) => void callbacks.push(callback))
    await db.run(
      sql`update journal_followers set xid = ${last.xid}::text::xid8, seq = ${last.seq}, epoch = ${epoch} where name = ${name}`,
    )
    return rows.length === batchSize
  })
  for (const callback of callbacks) callback()
  return more
}

// Limits how many rows are read again after a restart.
const maxSkippedRows = 10_000

/**
 * Returns a step like `followJournal` that skips rows in memory if `concerns` is false for a batch. This way the
 * position isn't written for every row of the journal. The step returns whether there may be more.
 */
export function followMatching(
  parts: Parts,
  follower: Follower,
  concerns: (rows: JournalRow[]) => boolean | Promise<boolean>,
): () => Promise<boolean> {
  const { database } = parts
  let skippedTo: Bookmark | undefined
  let skippedRows = 0
  return async () => {
    if (skippedTo && skippedRows < maxSkippedRows) {
      const rows = await readOn(database, skippedTo, batchSize)
      // If the row of the bookmark was lost, the stored position is used: it was reverted together with the journal.
      if (rows && (rows.length === 0 || !(await concerns(rows)))) {
        skippedTo = rows.at(-1) ?? skippedTo
        skippedRows += rows.length
        return rows.length === batchSize
      }
    }
    const more = await followJournal(parts, follower)
    // Needs a row at the position. Without one, as at the start, a reverted journal would go unnoticed.
    ;[skippedTo] = await database.run<Bookmark>(
      sql`select j.xid::text, j.seq::text, j.id from journal_followers f join journal j on (j.xid, j.seq) = (f.xid, f.seq)
        where f.name = ${follower.name} and f.epoch = ${parts.epoch}`,
    )
    skippedRows = 0
    return more
  }
}

/** Processes all rows that were committed before the call. */
export async function catchUp(parts: Parts, follower: Follower): Promise<void> {
  while (await followJournal(parts, follower));
}

/**
 * Runs a follower until it is stopped: after each notice of new rows, and every second. `step` replaces the default
 * `followJournal` for followers that do more.
 */
export function runFollower(
  parts: Parts & Pick<App, 'bus' | 'log'>,
  follower: Follower,
  step = () => followJournal(parts, follower),
): Loop {
  const following = loop(parts.log, `following the journal (${follower.name})`, step)
  const stopListening = parts.bus.onNews(following.wake)
  return {
    wake: following.wake,
    stop() {
      stopListening()
      return following.stop()
    },
  }
}

/** Stores the current position for a follower that starts `now`, so that it misses no event from here on. */
export async function lockPosition({ database, epoch }: Parts, { name, begins }: Follower): Promise<void> {
  if (begins !== 'now') return
  await database.run(
    sql`update journal_followers set xid = pg_snapshot_xmin(pg_current_snapshot()), seq = 0, epoch = ${epoch}
      where name = ${name} and epoch is distinct from ${epoch}`,
  )
}

/** Returns whether a follower has processed all readable rows. */
export async function hasCaughtUp({ database, epoch }: Parts, name: string): Promise<boolean> {
  const [row] = await database.run<{ behind: boolean }>(
    sql`select f.epoch is distinct from ${epoch} or exists (
       select 1 from journal j where (j.xid, j.seq) > (f.xid, f.seq)
          and j.xid < pg_snapshot_xmin(pg_current_snapshot())) as behind from journal_followers f where f.name = ${name}`,
  )
  return !row!.behind
}
