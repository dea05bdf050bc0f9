import { isDeepStrictEqual } from 'node:util'
import { databaseTime } from './clock.ts'
import { actorOf } from '../operations/caller.ts'
import type { Context } from '../operations/context.ts'
import { reject } from '../operations/errors.ts'
import { toCamelCase } from '../platform/names.ts'
import type { EventType } from '../operations/events.ts'
import { journalCreated } from './journal.ts'
import type { ChangingRow, Changes, DeletableRow, VersionedRow } from './tables.ts'

/** How a kind of thing is stored and named in the journal. */
export interface Kind<Row> {
  name: string
  table: string
  /** The column with what people call it: `WEB-42`, a slug. */
  key: keyof Row & string
  /** The column with the project it belongs to, if it belongs to one. */
  project?: keyof Row & string
  /** The column with the one person who is told of it, if it is not everybody's business. */
  person?: keyof Row & string
  /** The item that it is about, in whose history it stands. */
  about?: (row: Row) => { kind: string; id: string; key: string }
}

/** Changes some columns of a row, counts its version up and records which fields changed, from what to what. */
export async function changeRow<Row extends VersionedRow>(
  ctx: Context,
  kind: Kind<Row>,
  before: Row,
  set: Partial<Row>,
  type = `${kind.name}.updated` as EventType,
  data?: Record<string, unknown>,
): Promise<Row> {
  const { after, changes } = await updateRow(ctx, kind.table, before, set)
  if (!changes) return before
  const entry = { type, ...concerning(kind, after), version: after.version, changes }
  ctx.record(data ? { ...entry, data: { ...entry.data, ...data } } : entry)
  return after
}

/** The same without telling anybody: whoever calls it records `changes`, if there are any. */
export async function updateRow<Row extends ChangingRow>(
  ctx: Context,
  table: string,
  before: Row,
  set: Partial<Row>,
): Promise<{ after: Row; changes?: Changes }> {
  expectVersion(ctx, before.version)
  const changes = differences(before, set)
  const names = Object.keys(changes)
  if (names.length === 0) return { after: before }

  const assignments = names.map((name, index) => `${name} = $${index + 2}`)
  const [after] = await ctx.db.run<Row>(
    `update ${table} set ${assignments.join(', ')}, version = version + 1, updated_at = now()
      where id = $1 returning *`,
    [before.id, ...names.map((name) => toColumn(set[name as keyof Row]))],
  )
  return { after: after!, changes: inOurWords(changes) }
}

/** Into the trash, with who and when. */
export function deleteRow<Row extends DeletableRow>(
  ctx: Context,
  kind: Kind<Row>,
  row: Row,
  data?: Record<string, unknown>,
): Promise<Row> {
  const deletion = { deleted_at: databaseTime(), deleted_by: actorOf(ctx.caller) }
  return changeRow(ctx, kind, row, deletion as Partial<Row>, `${kind.name}.deleted` as EventType, data)
}

/** Back from the trash. */
export function restoreRow<Row extends DeletableRow>(ctx: Context, kind: Kind<Row>, row: Row): Promise<Row> {
  const restoration = { deleted_at: null, deleted_by: null } as Partial<Row>
  return changeRow(ctx, kind, row, restoration, `${kind.name}.restored` as EventType)
}

/**
 * Makes a row and its entry in the journal in one statement. `insert` is everything up to `returning`; `before` are
 * expressions that it needs (`numbered as (…)`). Answers undefined if nothing was inserted.
 */
export async function insertRow<Row extends VersionedRow>(
  ctx: Context,
  kind: Kind<Row>,
  { before = '', insert, values, data }: { before?: string; insert: string; values: unknown[]; data: object },
): Promise<Row | undefined> {
  const made = `made as (${insert} returning *)`
  const entry = {
    type: `${kind.name}.created` as EventType,
    kind: kind.name,
    key: kind.key,
    project: kind.project ?? 'null::uuid',
    person: kind.person ?? 'null::uuid',
    data,
  }
  const told = journalCreated(entry, actorOf(ctx.caller), ctx.request.id, values)
  const [row] = await ctx.db.run<Row>(
    `with ${before}${before && ', '}${made}, ${told} select * from made`,
    values,
  )
  if (row) ctx.recorded(row.organization_id)
  return row
}

/** If-Match: the caller changes what it has seen, or nothing. */
export function expectVersion(ctx: Context, version: number): void {
  const { ifMatch } = ctx.request
  if (ifMatch !== undefined && ifMatch !== version) reject('version_conflict', { version })
}

/** What the journal says a change is about, and who reads of it. */
export function concerning<Row extends { id: string; organization_id: string }>(kind: Kind<Row>, row: Row) {
  return {
    subject: { kind: kind.name, id: row.id, key: keyOf(kind, row) },
    organizationId: row.organization_id,
    projectId: kind.project ? (row[kind.project] as string) : null,
    ...(kind.person && { privateTo: row[kind.person] as string }),
    ...(kind.about && { data: { item: kind.about(row) } as Record<string, unknown> }),
  }
}

export function keyOf<Row>(kind: Kind<Row>, row: Row): string {
  return row[kind.key] as string
}

/** What changed, under the names that the world knows. */
export function inOurWords(changes: Changes): Changes {
  return Object.fromEntries(Object.entries(changes).map(([name, change]) => [toCamelCase(name), change]))
}

export function differences<Row extends object>(before: Row, set: Partial<Row>): Changes {
  const changes: Changes = {}
  for (const [name, to] of Object.entries(set)) {
    const from = before[name as keyof Row]
    if (to !== undefined && !isDeepStrictEqual(from, to)) changes[name] = { from, to }
  }
  return changes
}

const documents = new WeakSet<object>()

/** For a jsonb column that holds a list: an empty one could be that of an array column, too. */
export function asDocument<Value extends object>(value: Value): Value {
  documents.add(value)
  return value
}

// The driver turns arrays into PostgreSQL arrays; objects, and arrays of them, are for jsonb columns.
function toColumn(value: unknown): unknown {
  const isDocument = Array.isArray(value) ? documents.has(value) || value.some(isObject) : isObject(value)
  return isDocument ? JSON.stringify(value) : value
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
