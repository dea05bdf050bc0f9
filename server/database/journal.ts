import type { Actor } from './actor.ts'
import type { EventType } from './events.ts'
import { reject } from '../errors/errors.ts'
import { newId } from '../platform/ids.ts'
import type { Queries } from './connect.ts'
import type { Rows } from './row-types.ts'
import { type Sql, sql } from './sql.ts'
import type { Changes, Narrow } from './tables.ts'

/** A change that an operation records. */
export interface Entry {
  /** `<kind>.<past verb>`: `task.completed`. Declared in the domain's events.ts. */
  type: EventType
  subject: { kind: string; id: string; key?: string | null }
  organizationId: string | null
  projectId?: string | null
  /** The only user who can see the entry. */
  privateTo?: string
  version?: number
  changes?: Changes
  data?: Record<string, unknown>
  /** The actor, if it isn't the caller: a user who registers or signs in is still anonymous. */
  actor?: Actor
}

const columns = sql`id, organization_id, project_id, private_to, actor, type,
  subject_kind, subject_id, subject_key, version, changes, data, request_id`

/** Appends entries in the transaction of the change that they record. */
export async function appendJournal(
  db: Queries,
  actor: Actor,
  requestId: string | null,
  entries: Entry[],
): Promise<void> {
  if (entries.length > manyEntries) return appendMany(db, actor, requestId, entries)
  // Sent as a pipeline. Results arrive in the same order.
  await Promise.all(
    entries.map((entry) =>
      db.run(
        sql`insert into journal (${columns}) values (${newId()}, ${entry.organizationId}, ${entry.projectId ?? null},
          ${entry.privateTo ?? null}, ${JSON.stringify(entry.actor ?? actor)}, ${entry.type}, ${entry.subject.kind},
          ${entry.subject.id}, ${entry.subject.key ?? null}, ${entry.version ?? null},
          ${entry.changes ? JSON.stringify(entry.changes) : null}, ${entry.data ? JSON.stringify(entry.data) : null},
          ${requestId})`,
      ),
    ),
  )
}

const manyEntries = 10

/** Appends entries in one statement. Deleting an epic can record thousands of tasks. */
async function appendMany(
  db: Queries,
  actor: Actor,
  requestId: string | null,
  entries: Entry[],
): Promise<void> {
  const rows = entries.map((entry) => ({
    id: newId(),
    organization_id: entry.organizationId,
    project_id: entry.projectId,
    private_to: entry.privateTo,
    actor: entry.actor ?? actor,
    type: entry.type,
    subject_kind: entry.subject.kind,
    subject_id: entry.subject.id,
    subject_key: entry.subject.key,
    version: entry.version,
    changes: entry.changes,
    data: entry.data,
    request_id: requestId,
  }))
  await db.run(
    sql`insert into journal (${columns})
     select ${columns}
       from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as entry(entry, place),
            jsonb_populate_record(null::journal, entry) order by place`,
  )
}

/**
 * Returns a CTE that appends an entry in the statement that creates its subject. The statement must name the created
 * row `created`. A single statement is atomic without a transaction and costs one packet.
 */
export function journalCreated(
  entry: { type: EventType; kind: string; key: Sql; project: Sql; person: Sql; data: object },
  actor: Actor,
  requestId: string,
): Sql {
  return sql`journaled as (
    insert into journal (id, organization_id, project_id, private_to, actor, type, subject_kind, subject_id,
                         subject_key, version, data, request_id)
    select ${newId()}::uuid, organization_id, ${entry.project}, ${entry.person},
           ${JSON.stringify(actor)}::jsonb, ${entry.type}::text, ${entry.kind}::text, id, ${entry.key}, version,
           ${JSON.stringify(entry.data)}::jsonb, ${requestId}::text
      from created)`
}

/** A position in the journal. All rows up to it were read. */
export interface Position {
  xid: string
  seq: string
}

/**
 * A position with the id of its row, which is null at the start. After a failover to an older copy of the database,
 * other rows get the same positions, so a position alone can't show that its row was lost.
 */
export interface Bookmark extends Position {
  id: string | null
}

export type JournalRow = Omit<
  Narrow<Rows['journal'], { changes: Changes; data: Record<string, unknown> }>,
  'request_id'
>

/** The columns of a `JournalRow`. */
export const selectedFromJournal = sql`xid::text, seq::text, id, at, organization_id, project_id, private_to, actor, type,
            subject_kind, subject_id, subject_key, version, changes, data`

export const selectJournal = sql`select ${selectedFromJournal} from journal`

/**
 * Leaves out frequent events that change nothing people made: a laptop connects and disconnects many times a day, and an
 * index run follows every sync with new commits.
 */
export const isShownInFeeds = sql`journal.type not in ('tunnel.connected', 'tunnel.disconnected', 'repo.indexed')`

/** Returns the newest changes of a project for display. Consumers that must not miss a row use `readJournal`. */
export function latestChanges(db: Queries, organizationId: string, projectId: string, limit: number) {
  return db.run<JournalRow>(
    sql`${selectJournal} where organization_id = ${organizationId} and project_id = ${projectId} and private_to is null
        and ${isShownInFeeds}
      order by journal.xid desc, journal.seq desc limit ${limit}`,
  )
}

/** Returns the rows after a position, in order. */
export function readJournal(db: Queries, after: Position, where: Sql, limit: number) {
  return db.run<JournalRow>(
    sql`${selectJournal}
      where ${isReadableAfter(after)} and (${where})
      order by journal.xid, journal.seq
      limit ${limit}`,
  )
}

/**
 * Returns a condition for the rows after a position that can be read in order. Includes only transactions older than
 * the oldest running one: a transaction that starts earlier and commits later would otherwise get a position behind the
 * cursor and be missed.
 */
export function isReadableAfter({ xid, seq }: Position): Sql {
  return sql`(xid, seq) > (${xid}::text::xid8, ${seq}::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())`
}

/**
 * Returns the rows after a bookmark. Returns undefined if its row no longer exists, because the database was reverted
 * to an earlier state or the row's organization was erased.
 */
export async function readOn(db: Queries, from: Bookmark, limit: number): Promise<JournalRow[] | undefined> {
  if (from.id === null) return readJournal(db, from, sql`true`, limit)
  const rows = await db.run<JournalRow>(
    sql`${selectJournal}
      where (xid, seq) >= (${from.xid}::text::xid8, ${from.seq}::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())
      order by journal.xid, journal.seq
      limit ${limit + 1}`,
  )
  return rows[0]?.id === from.id ? rows.slice(1) : undefined
}

/** Returns the position of the newest readable row, from which a consumer of new events starts. */
export async function latestPosition(db: Queries, where: Sql = sql`true`): Promise<Bookmark> {
  const [row] = await db.run<Bookmark>(
    sql`select xid::text, seq::text, id from journal where xid < pg_snapshot_xmin(pg_current_snapshot()) and ${where}
      order by journal.xid desc, journal.seq desc limit 1`,
  )
  return row ?? journalStart
}

/** Returns a condition for rows before a position, for reading backwards. */
export function writtenBefore({ xid, seq }: Position): Sql {
  return sql`(journal.xid, journal.seq) < (${xid}::text::xid8, ${seq}::bigint)`
}

export const journalStart: Bookmark = { xid: '0', seq: '0', id: null }

/** Encodes a cursor with its epoch and row, so that it is rejected after a backup was restored. */
export function encodeCursor(epoch: string, { xid, seq, id }: Bookmark): string {
  return Buffer.from(`${epoch.slice(0, 8)}.${xid}.${seq}.${rowMark(id)}`).toString('base64url')
}

/** Returns the random end of a row's id. */
function rowMark(id: string | null): string {
  return id === null ? '0' : id.slice(-8)
}

/** Returns the bookmark of a client's cursor. Rejects the cursor if its row was lost. */
export async function resumeFrom(db: Queries, epoch: string, cursor: string): Promise<Bookmark> {
  const position = decodeCursor(epoch, cursor)
  if (position.mark === rowMark(null)) return journalStart
  const { xid, seq } = position
  const [row] = await db.run<{ id: string }>(
    sql`select id from journal where xid = ${xid}::text::xid8 and seq = ${seq}::bigint`,
  )
  if (!row || rowMark(row.id) !== position.mark) return reject('cursor_expired')
  return { xid, seq, id: row.id }
}

/**
 * Returns the position of a cursor and the mark of its row. Enough for reading backwards, where no event can be missed.
 */
export function decodeCursor(epoch: string, cursor: string): Position & { mark: string } {
  const [, cursorEpoch, xid, seq, mark] =
    /^([0-9a-f]{8})\.(\d{1,19})\.(\d{1,19})(?:\.(0|[0-9a-f]{8}))?$/.exec(
      Buffer.from(cursor, 'base64url').toString(),
    ) ?? reject('invalid_cursor')
  // Cursors of earlier versions have no mark.
  if (cursorEpoch !== epoch.slice(0, 8) || mark === undefined) reject('cursor_expired')
  // A forged cursor can contain a larger number than the database accepts.
  if ([xid, seq].some((number) => BigInt(number!) > 2n ** 63n - 1n)) reject('invalid_cursor')
  return { xid: xid!, seq: seq!, mark }
}

/**
 * Yields filters that split the whole journal into ranges, newest first. For reads of every row, which must not block
 * the database with one long statement.
 */
export async function* journalStretches(db: Queries, { rows = 10_000 } = {}): AsyncGenerator<Sql> {
  let upTo: Position | undefined = end
  while (upTo) {
    const isUpTo: Sql = sql`(xid, seq) <= (${upTo.xid}::text::xid8, ${upTo.seq}::bigint)`
    const [after]: Position[] = await db.run<Position>(
      sql`select xid::text, seq::text from journal where ${isUpTo}
        order by journal.xid desc, journal.seq desc offset ${rows} limit 1`,
    )
    const { xid, seq } = after ?? journalStart
    yield sql`(xid, seq) > (${xid}::text::xid8, ${seq}::bigint) and ${isUpTo}`
    upTo = after
  }
}

const end: Position = { xid: '18446744073709551615', seq: '9223372036854775807' }
