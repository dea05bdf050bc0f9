import { isDeepStrictEqual } from 'node:util'
import { databaseTime } from '../database/clock.ts'
import { actorOf } from './caller.ts'
import type { Context } from './context.ts'
import { reject } from '../errors/errors.ts'
import { newId } from '../platform/ids.ts'
import { toCamelCase } from '../platform/names.ts'
import type { EventType } from '../database/events.ts'
import type { Rows } from '../database/row-types.ts'
import { journalCreated } from '../database/journal.ts'
import { type Part, type Sql, sql } from '../database/sql.ts'
import type { ChangingRow, Changes, DeletableRow, VersionedRow } from '../database/tables.ts'

export interface Table<Row> {
  table: keyof Rows
  /** The jsonb columns that hold a list. The driver sends lists for other columns as PostgreSQL arrays. */
  jsonLists?: readonly (keyof Row & string)[]
}

/** How a kind of resource is stored, and named in the journal. */
export interface Kind<Row> extends Table<Row> {
  name: string
  /** The column with its human key: `WEB-42`, or a slug. */
  key: keyof Row & string
  /** The column with the project it belongs to, if it belongs to one. */
  project?: keyof Row & string
  /** The column with the only user who can see its journal entries, if it is private. */
  person?: keyof Row & string
  /** The item whose history includes it. */
  about?: (row: Row) => { kind: string; id: string; key: string }
}

/** Changes columns of a row, increments its version, and records the old and new values of the changed fields. */
export async function changeRow<Row extends VersionedRow>(
  ctx: Context,
  kind: Kind<Row>,
  before: Row,
  set: Partial<Row>,
  type = `${kind.name}.updated` as EventType,
  data?: Record<string, unknown>,
): Promise<Row> {
  const { after, changes } = await updateRow(ctx, kind, before, set)
  if (!changes) return before
  const entry = { type, ...concerning(kind, after), version: after.version, changes }
  ctx.record(data ? { ...entry, data: { ...entry.data, ...data } } : entry)
  return after
}

/** Changes columns of a row without a journal entry. The caller records `changes`, if there are any. */
export async function updateRow<Row extends ChangingRow>(
  ctx: Context,
  table: Table<Row>,
  before: Row,
  set: Partial<Row>,
): Promise<{ after: Row; changes?: Changes }> {
  expectVersion(ctx, before.version)
  const changes = differences(before, set)
  if (Object.keys(changes).length === 0) return { after: before }
  return { after: await writeChanges(ctx, table, before.id, changes), changes: inOurWords(changes) }
}

/** Writes the new values of `differences` and increments the version. */
export async function writeChanges<Row extends ChangingRow>(
  ctx: Context,
  { table, jsonLists = [] }: Table<Row>,
  id: string,
  changes: Changes,
): Promise<Row> {
  const assignments = Object.entries(changes).map(([name, { to }]) => {
    const isJsonList = jsonLists.includes(name as keyof Row & string)
    return sql`${sql.raw(name)} = ${columnValue(to, isJsonList)}, `
  })
  const [after] = await ctx.db.run<Row>(
    sql`update ${sql.raw(table)} set ${sql.join(assignments, '')}version = version + 1, updated_at = now()
      where id = ${id} returning *`,
  )
  return after!
}

/** Moves a row to the trash, with actor and time. */
export function deleteRow<Row extends DeletableRow>(
  ctx: Context,
  kind: Kind<Row>,
  row: Row,
  data?: Record<string, unknown>,
): Promise<Row> {
  const deletion = { deleted_at: databaseTime(), deleted_by: actorOf(ctx.caller) }
  return changeRow(ctx, kind, row, deletion as Partial<Row>, `${kind.name}.deleted` as EventType, data)
}

/** Restores a row from the trash. */
export function restoreRow<Row extends DeletableRow>(ctx: Context, kind: Kind<Row>, row: Row): Promise<Row> {
  const restoration = { deleted_at: null, deleted_by: null } as Partial<Row>
  return changeRow(ctx, kind, row, restoration, `${kind.name}.restored` as EventType)
}

/**
 * Creates a row and its journal entry in one statement. `insert` is the SQL up to `returning`. `before` holds CTEs that
 * it needs (`numbered as (…)`). `locks` is the id of a row that they lock, if concurrent inserts wait for it. Returns
 * undefined if nothing was inserted.
 */
export async function insertRow<Row extends VersionedRow>(
  ctx: Context,
  kind: Kind<Row>,
  { before, insert, data, locks }: { before?: Sql; insert: Sql; data: object; locks?: string },
): Promise<Row | undefined> {
  const entry = {
    type: `${kind.name}.created` as EventType,
    kind: kind.name,
    key: sql.raw(kind.key),
    project: sql.raw(kind.project ?? 'null::uuid'),
    person: sql.raw(kind.person ?? 'null::uuid'),
    data,
  }
  const journaled = journalCreated(entry, actorOf(ctx.caller), ctx.request.id)
  const statement = sql`with ${before ? sql`${before}, ` : sql.empty}created as (${insert} returning *), ${journaled} select * from created`
  const [row] = await ctx.db.run<Row>(locks === undefined ? statement : statement.queuedFor(locks))
  if (row) ctx.recorded(row.organization_id)
  return row
}

/** Returns the id of the item that an operation creates: a new one, unless a device chose it while it was offline. */
export function idOfNew({ request }: Pick<Context, 'request'>): string {
  return request.createId ?? newId()
}

/** Rejects an id of a device that exists already, after an insert that ignores every conflict. */
export async function rejectExistingId({ db, request }: Context, { table }: Pick<Table<never>, 'table'>) {
  const { createId } = request
  if (createId === undefined) return
  const [existing] = await db.run(sql`select 1 from ${sql.raw(table)} where id = ${createId}`)
  if (existing) reject('already_taken', { field: 'id', value: createId })
}

/** Rejects a write whose If-Match version is outdated. */
export function expectVersion(ctx: Context, version: number): void {
  const { ifMatch } = ctx.request
  if (ifMatch !== undefined && ifMatch !== version) reject('version_conflict', { version })
}

/** Returns the fields of a journal entry that identify its subject and its audience. */
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

/** Converts column names to the field names of the API. */
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

function columnValue(value: unknown, isJsonList: boolean): Part {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject || isJsonList ? JSON.stringify(value) : (value as Part)
}
