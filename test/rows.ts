import type { Database } from '../server/database/connect.ts'
import { type Sql, sql } from '../server/database/sql.ts'
import type { TestServer } from './harness.ts'

/** The rows of each table as text, to compare before and after. */
export type Rows = Record<string, string>

interface Table {
  name: string
  columns: string[]
  /** The columns that contain ids. */
  ids: string[]
}

/** Returns the condition for rows of a table, or null for none. */
type Which = (table: string, columns: string[]) => Sql | null

/** Columns, events and tables that record use. They change with every request and don't count as a change. */
const usageColumns = ['last_seen_at', 'last_used_at', 'first_call_at', 'client', 'last_decision']
const firstUse = 'mcp_token.connected'
// A node reports its load every 30 seconds, which a slow test can include.
const counters = ['rate_limits', 'idempotency_keys', 'nodes', 'daily_counts']

export function allRows(server: TestServer, which: Which): Promise<Rows> {
  const comparedColumns = ({ columns }: Table) => columns.filter((column) => !usageColumns.includes(column))
  return readRows(server, which, comparedColumns)
}

/** Returns all rows of an organization and the personal rows of its members. */
export function rowsOf(server: TestServer, organizationId: string): Promise<Rows> {
  return allRows(server, ofOrganization(organizationId))
}

/** Returns the rows that differ, shortened for messages. */
export function changed(before: Rows, after: Rows): string[] {
  return Object.keys(after).flatMap((table) => {
    const [old, now] = [before, after].map((rows) => rows[table] ?? '') as [string, string]
    if (old === now) return []
    const removed = without(old, now).map((row) => `- ${table} ${row}`)
    const added = without(now, old).map((row) => `+ ${table} ${row}`)
    return [...removed, ...added].map((line) => line.slice(0, 400))
  })
}

/** Returns the lines of one text that the other doesn't have. Uses a set, because there are thousands of lines. */
function without(text: string, other: string): string[] {
  const lines = new Set(other.split('\n'))
  return text.split('\n').filter((line) => !lines.has(line))
}

/** Returns the values of all id columns of an organization and its members. */
export async function pointersOf(server: TestServer, organizationId: string): Promise<Set<string>> {
  const rows = await readRows(server, ofOrganization(organizationId), ({ ids }) => ids)
  return new Set(Object.values(rows).flatMap(idsIn))
}

/** Returns the ids and names of an organization's items: one row of each table. */
export async function namesOf(server: TestServer, organizationId: string): Promise<string[]> {
  const names = ['id', 'slug', 'key', 'username']
  const nameColumns = ({ columns }: Table) => columns.filter((column) => names.includes(column))
  const rows = await readRows(server, ofOrganization(organizationId), nameColumns)
  const firsts = Object.values(rows).map((text) => text.split('\n')[0]!.replace(/[()"]/g, ''))
  return [...new Set(firsts.flatMap((row) => row.split(',')))].filter(Boolean)
}

export function idsIn(text: string): string[] {
  return text.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
}

function ofOrganization(id: string): Which {
  const people = sql`(select user_id from memberships where organization_id = ${id})`
  return (table, columns) => {
    if (table === 'organizations') return sql`id = ${id}`
    if (table === 'users') return sql`id in ${people}`
    // Rows in other organizations belong to those.
    if (columns.includes('organization_id')) return sql`organization_id = ${id}`
    return columns.includes('user_id') ? sql`user_id in ${people}` : null
  }
}

const tablesIn = new WeakMap<Database, Promise<Table[]>>()

/** Reads the schema once per database: no test changes it, and the query is slower than reading the rows. */
function tablesOf(database: Database): Promise<Table[]> {
  const tables =
    tablesIn.get(database) ??
    database.run<Table>(
      sql`select c.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns,
              coalesce(array_agg(c.column_name::text) filter (where c.udt_name in ('uuid', '_uuid')), '{}') as ids
         from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where table_schema = 'public' and t.table_type = 'BASE TABLE' and table_name <> all (${counters})
        group by c.table_name order by c.table_name`,
    )
  tablesIn.set(database, tables)
  return tables
}

async function readRows(
  { app: { database } }: TestServer,
  which: Which,
  shown: (table: Table) => string[],
): Promise<Rows> {
  const tables = await tablesOf(database)
  const parts = tables.flatMap((table) => {
    const condition = which(table.name, table.columns)
    const columns = shown(table).map((column) => `"${column}"`)
    if (condition === null || columns.length === 0) return []
    return [
      sql`select ${table.name}::text as name, coalesce(string_agg(r::text, e'\\n' order by r::text), '') as text
         from (select ${sql.raw(columns.join(', '))} from ${sql.raw(table.name)}
               where (${condition}) ${table.name === 'journal' ? sql`and type <> ${firstUse}` : sql.empty}) r`,
    ]
  })
  const rows = await database.run<{ name: string; text: string }>(sql.join(parts, ' union all '))
  return Object.fromEntries(rows.map(({ name, text }) => [name, text]))
}
