import type { App } from '../operations/context.ts'
import { type Loop, loop } from '../platform/loop.ts'
import type { Queries } from './connect.ts'
import {
  type Bookmark,
  type JournalRow,
  type Position,
  journalStart,
  latestPosition,
  readJournal,
  readOn,
} from './journal.ts'

/** Somebody who does something about every row of the journal, once, in its order. */
export interface Follower {
  /** By which its place is kept. */
  name: string
  /** Where a journal that it does not know is begun: what was told long ago need not be told again. */
  begins: 'at the beginning' | 'now'
  /** What it writes with `db` is kept together with its place: both, or neither. */
  take(rows: JournalRow[], db: Queries, afterCommit: (deed: () => void) => void): Promise<void>
}

type Parts = Pick<App, 'database' | 'epoch'>

// The embedded database does nothing else meanwhile, so the bites are small.
const rowsAtOnce = 200

/**
 * Takes a follower one bite further along the journal. Answers whether there may be more. One node at a time does it:
 * the others find the place taken, and have nothing to do.
 */
export async function followJournal(
  { database, epoch }: Parts,
  { name, begins, take }: Follower,
): Promise<boolean> {
  let deeds: (() => void)[] = []
  const more = await database.transaction(async (db) => {
    deeds = []
    const [place] = await db.run<Position & { epoch: string | null }>(
      'select xid::text, seq::text, epoch from journal_followers where name = $1 for update skip locked',
      [name],
    )
    if (!place) return false
    // Places belong to the journal of one epoch.
    const known = place.epoch === epoch
    const unknown = begins === 'now' ? () => latestPosition(db) : () => journalStart
    const after = known ? place : await unknown()
    const rows = await readJournal(db, after, 'true', [], rowsAtOnce)
    const last = rows.at(-1) ?? (known ? undefined : after)
    if (!last) return false
    if (rows.length > 0) await take(rows, db, (deed) => void deeds.push(deed))
    await db.run('update journal_followers set xid = $2::text::xid8, seq = $3, epoch = $4 where name = $1', [
      ...[name, last.xid, last.seq, epoch],
    ])
    return rows.length === rowsAtOnce
  })
  for (const deed of deeds) deed()
  return more
}

// So much is read again after a start, at most.
const mostPassedOver = 10_000

/**
 * The same for a follower that goes on by itself: what does not concern it is passed over with a glance, so that its place
 * is not written with every row of the journal. Answers whether there may be more.
 */
export function followMatching(
  parts: Parts,
  follower: Follower,
  concerns: (rows: JournalRow[]) => boolean | Promise<boolean>,
): () => Promise<boolean> {
  const { database } = parts
  let passed: Bookmark | undefined
  let passedOver = 0
  return async () => {
    if (passed && passedOver < mostPassedOver) {
      const rows = await readOn(database, passed, rowsAtOnce)
      // Where the row in memory was lost, the place in the database holds: it went back together with the journal.
      if (rows && (rows.length === 0 || !(await concerns(rows)))) {
        passed = rows.at(-1) ?? passed
        passedOver += rows.length
        return rows.length === rowsAtOnce
      }
    }
    const more = await followJournal(parts, follower)
    // Without a row at its place, as at the beginning, nothing would show that the journal went back.
    ;[passed] = await database.run<Bookmark>(
      `select j.xid::text, j.seq::text, j.id from journal_followers f join journal j on (j.xid, j.seq) = (f.xid, f.seq)
        where f.name = $1 and f.epoch = $2`,
      [follower.name, parts.epoch],
    )
    passedOver = 0
    return more
  }
}

/** Done when all that was committed before was taken. */
export async function catchUp(parts: Parts, follower: Follower): Promise<void> {
  while (await followJournal(parts, follower));
}

/**
 * Goes on by itself until it is stopped: whenever there is news, and every second. `step` is how far it goes at once, where
 * there is more to it than to follow.
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

/** Where one begins now, this is when: what happens from here on it will know, though it may look at it later. */
export async function lockPosition({ database, epoch }: Parts, { name, begins }: Follower): Promise<void> {
  if (begins !== 'now') return
  await database.run(
    `update journal_followers set xid = pg_snapshot_xmin(pg_current_snapshot()), seq = 0, epoch = $2
      where name = $1 and epoch is distinct from $2`,
    [name, epoch],
  )
}

/** Whether a follower knows all that has happened. */
export async function hasCaughtUp({ database, epoch }: Parts, name: string): Promise<boolean> {
  const [row] = await database.run<{ behind: boolean }>(
    `select f.epoch is distinct from $1 or exists (
       select 1 from journal j where (j.xid, j.seq) > (f.xid, f.seq)
          and j.xid < pg_snapshot_xmin(pg_current_snapshot())) as behind from journal_followers f where f.name = $2`,
    [epoch, name],
  )
  return !row!.behind
}
