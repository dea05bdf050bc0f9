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
 * others find the position locked and do nothing. Starts after `skippedTo` if that is later than the stored position.
 */
export async function followJournal(
  { database, epoch }: Parts,
  { name, begins, take }: Follower,
  skippedTo?: Bookmark,
): Promise<boolean> {
  let callbacks: (() => void)[] = []
  const more = await database.transaction(async (db) => {
    callbacks = []
    // Ignores a bookmark whose row was lost, because the journal was reverted to an earlier state.
    const [position] = await db.run<Position & { epoch: string | null; moved: boolean }>(
      sql`select coalesce(j.xid, f.xid)::text as xid, coalesce(j.seq, f.seq)::text as seq, f.epoch, j.id is not null as moved
        from journal_followers f left join journal j
          on (j.xid, j.seq) = (${skippedTo?.xid ?? null}::text::xid8, ${skippedTo?.seq ?? null}::bigint)
            and j.id = ${skippedTo?.id ?? null}::uuid and (j.xid, j.seq) > (f.xid, f.seq)
        where f.name = ${name} for update of f skip locked`,
    )
    if (!position) return false
    // A position is valid in one epoch only.
    const isValid = position.epoch === epoch
    const findStart = begins === 'now' ? () => latestPosition(db) : () => journalStart
    const after = isValid ? position : await findStart()
    const rows = await readJournal(db, after, sql`true`, batchSize)
    const last = rows.at(-1) ?? (isValid && !position.moved ? undefined : after)
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
const maxSkippedRows = 1000

interface Matching {
  /** Whether any of the rows matters to the follower. */
  concerns(rows: JournalRow[]): boolean | Promise<boolean>
  /** The answer is the same for all rows, so a follower that is behind can skip to the newest row without reading. */
  allOrNone?: boolean
}

/**
 * Returns a step like `followJournal` that skips rows in memory if `concerns` is false for a batch. This way the
 * position isn't written for every row of the journal: it is stored with the next batch that matters, or after
 * `maxSkippedRows`. The step returns whether there may be more.
 */
export function followMatching(
  parts: Parts,
  follower: Follower,
  { concerns, allOrNone = false }: Matching,
): () => Promise<boolean> {
  const { database } = parts
  let skippedTo: Bookmark | undefined
  let skippedRows = 0

  /** Returns whether there may be more, or undefined if the next rows can't be skipped. */
  async function skip(from: Bookmark): Promise<boolean | undefined> {
    const rows = await readOn(database, from, batchSize)
    // If the row of the bookmark was lost, the stored position is used: it was reverted together with the journal.
    if (!rows) return undefined
    const isBehind = rows.length === batchSize
    // Read before `concerns`, so that it decides about every row up to here.
    const newest = isBehind && allOrNone ? await latestPosition(database) : rows.at(-1)
    if (newest && (await concerns(rows))) return undefined
    skippedTo = newest ?? from
    skippedRows += isBehind && allOrNone ? maxSkippedRows : rows.length
    return isBehind
  }

  return async () => {
    const skipped = skippedTo && skippedRows < maxSkippedRows ? await skip(skippedTo) : undefined
    if (skipped !== undefined) return skipped
    const more = await followJournal(parts, follower, skippedTo)
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
