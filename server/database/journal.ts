import type { Actor } from '../operations/caller.ts'
import type { EventType } from '../operations/events.ts'
import { reject } from '../operations/errors.ts'
import { newId } from '../platform/ids.ts'
import type { Queries } from './connect.ts'
import type { Changes } from './tables.ts'

/** One change, as an operation records it. */
export interface Entry {
  /** `<kind>.<past verb>`: `task.completed`. Declared in the domain's events.ts. */
  type: EventType
  subject: { kind: string; id: string; key?: string | null }
  organizationId: string | null
  projectId?: string | null
  /** For what concerns one person alone. */
  privateTo?: string
  version?: number
  changes?: Changes
  data?: Record<string, unknown>
  /** Who did it, where that is not the caller: whoever registers or signs in is nobody before. */
  actor?: Actor
}

const columns = `id, organization_id, project_id, private_to, actor, type,
  subject_kind, subject_id, subject_key, version, changes, data, request_id`

/** Writes the rows in the transaction of the change they tell of. */
export async function appendJournal(
  db: Queries,
  actor: Actor,
  requestId: string | null,
  entries: Entry[],
): Promise<void> {
  if (entries.length > manyEntries) return appendMany(db, actor, requestId, entries)
  const statement = `insert into journal (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`
  // All are sent at once: the answers come in the same order.
  await Promise.all(
    entries.map((entry) =>
      db.run(statement, [
        newId(),
        entry.organizationId,
        entry.projectId ?? null,
        entry.privateTo ?? null,
        JSON.stringify(entry.actor ?? actor),
        entry.type,
        entry.subject.kind,
        entry.subject.id,
        entry.subject.key ?? null,
        entry.version ?? null,
        entry.changes ? JSON.stringify(entry.changes) : null,
        entry.data ? JSON.stringify(entry.data) : null,
        requestId,
      ]),
    ),
  )
}

const manyEntries = 10

/** The same in one statement: an epic may take thousands of tasks along. */
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
    `insert into journal (${columns})
     select ${columns}
       from jsonb_array_elements($1::jsonb) with ordinality as entry(entry, place),
            jsonb_populate_record(null::journal, entry) order by place`,
    [JSON.stringify(rows)],
  )
}

/**
 * The same as part of the statement that makes its subject, where the row that was made is called `made`: one statement
 * is atomic by itself, and costs one packet.
 */
export function journalCreated(
  entry: { type: EventType; kind: string; key: string; project: string; person: string; data: object },
  actor: Actor,
  requestId: string,
  values: unknown[],
): string {
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`
  return `told as (
    insert into journal (id, organization_id, project_id, private_to, actor, type, subject_kind, subject_id,
                         subject_key, version, data, request_id)
    select ${parameter(newId(), 'uuid')}, organization_id, ${entry.project}, ${entry.person},
           ${parameter(JSON.stringify(actor), 'jsonb')},
           ${parameter(entry.type, 'text')}, ${parameter(entry.kind, 'text')}, id, ${entry.key}, version,
           ${parameter(JSON.stringify(entry.data), 'jsonb')}, ${parameter(requestId, 'text')}
      from made)`
}

/** A place in the journal: everything up to it was read. */
export interface Position {
  xid: string
  seq: string
}

/**
 * A position that names the row there, or no row at the beginning. After a failover to an older copy of the database, other
 * rows get the same positions, so a position alone can't tell whether its row was lost.
 */
export interface Bookmark extends Position {
  id: string | null
}

export interface JournalRow {
  xid: string
  seq: string
  id: string
  at: string
  organization_id: string | null
  project_id: string | null
  private_to: string | null
  actor: Actor
  type: string
  subject_kind: string
  subject_id: string
  subject_key: string | null
  version: number | null
  changes: Changes | null
  data: Record<string, unknown> | null
}

/** The columns of a `JournalRow`. */
export const selectedFromJournal = `xid::text, seq::text, id, at, organization_id, project_id, private_to, actor, type,
            subject_kind, subject_id, subject_key, version, changes, data`

export const selectJournal = `select ${selectedFromJournal} from journal`

/** The newest changes of a project, for people to look at: not for following, which needs `readJournal`. */
export function latestChanges(db: Queries, organizationId: string, projectId: string, limit: number) {
  return db.run<JournalRow>(
    `${selectJournal} where organization_id = $1 and project_id = $2 and private_to is null
      order by journal.xid desc, journal.seq desc limit $3`,
    [organizationId, projectId, limit],
  )
}

/**
 * The rows after a position, in order. Only rows of transactions older than the oldest running one are taken: a
 * transaction that started earlier and commits later would otherwise land behind a cursor that has passed it.
 */
export function readJournal(db: Queries, after: Position, where: string, values: unknown[], limit: number) {
  const next = values.length
  return db.run<JournalRow>(
    `${selectJournal}
      where (xid, seq) > ($${next + 1}::text::xid8, $${next + 2}::bigint)
        and xid < pg_snapshot_xmin(pg_current_snapshot())
        and (${where})
      order by journal.xid, journal.seq
      limit $${next + 3}`,
    [...values, after.xid, after.seq, limit],
  )
}

/**
 * Reads on from a bookmark. Returns undefined if its row doesn't exist any more: the database went back to an earlier state,
 * or the row's organization was erased.
 */
export async function readOn(db: Queries, from: Bookmark, limit: number): Promise<JournalRow[] | undefined> {
  if (from.id === null) return readJournal(db, from, 'true', [], limit)
  const rows = await db.run<JournalRow>(
    `${selectJournal}
      where (xid, seq) >= ($1::text::xid8, $2::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())
      order by journal.xid, journal.seq
      limit $3`,
    [from.xid, from.seq, limit + 1],
  )
  return rows[0]?.id === from.id ? rows.slice(1) : undefined
}

/** The newest row that is safe to read: where a reader of new events starts. */
export async function latestPosition(db: Queries): Promise<Bookmark> {
  const [row] = await db.run<Bookmark>(
    `select xid::text, seq::text, id from journal where xid < pg_snapshot_xmin(pg_current_snapshot())
      order by journal.xid desc, journal.seq desc limit 1`,
  )
  return row ?? journalStart
}

/** What was written before a place in the journal, for reading it backwards. Adds its parameters to `values`. */
export function writtenBefore({ xid, seq }: Position, values: unknown[]): string {
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`
  return `(journal.xid, journal.seq) < (${parameter(xid, 'text')}::xid8, ${parameter(seq, 'bigint')})`
}

export const journalStart: Bookmark = { xid: '0', seq: '0', id: null }

/** A cursor names the data and the row it belongs to, so that after a restored backup it is refused and not misread. */
export function encodeCursor(epoch: string, { xid, seq, id }: Bookmark): string {
  return Buffer.from(`${epoch.slice(0, 8)}.${xid}.${seq}.${rowMark(id)}`).toString('base64url')
}

/** The random end of a row's id. */
function rowMark(id: string | null): string {
  return id === null ? '0' : id.slice(-8)
}

/** Returns the bookmark of a cursor from which a client follows the journal. Rejects it if its row was lost. */
export async function resumeFrom(db: Queries, epoch: string, cursor: string): Promise<Bookmark> {
  const position = decodeCursor(epoch, cursor)
  if (position.mark === rowMark(null)) return journalStart
  const { xid, seq } = position
  const [row] = await db.run<{ id: string }>(
    'select id from journal where xid = $1::text::xid8 and seq = $2::bigint',
    [xid, seq],
  )
  if (!row || rowMark(row.id) !== position.mark) return reject('cursor_expired')
  return { xid, seq, id: row.id }
}

/** Returns the position of a cursor, with the mark of its row. Enough for reading backwards, where no event gets lost. */
export function decodeCursor(epoch: string, cursor: string): Position & { mark: string } {
  const [, of, xid, seq, mark] =
    /^([0-9a-f]{8})\.(\d{1,19})\.(\d{1,19})(?:\.(0|[0-9a-f]{8}))?$/.exec(
      Buffer.from(cursor, 'base64url').toString(),
    ) ?? reject('invalid_cursor')
  // Cursors of earlier versions have no mark.
  if (of !== epoch.slice(0, 8) || mark === undefined) reject('cursor_expired')
  // Anybody can write nineteen nines; the database takes no number beyond this.
  if ([xid, seq].some((number) => BigInt(number!) > 2n ** 63n - 1n)) reject('invalid_cursor')
  return { xid: xid!, seq: seq!, mark }
}
