import type { Database } from '../server/database/connect.ts'
import type { TestServer } from './harness.ts'

/** What tables hold, each as text, whoever asks: to see that nothing has touched it. */
export type Rows = Record<string, string>

interface Table {
  name: string
  columns: string[]
  /** Those of them that hold an id. */
  ids: string[]
}

/** Which rows of a table: a condition in which `$1` is what is asked about; null for none. */
type Which = (table: string, columns: string[]) => string | null

/** What is used is marked as used, and requests and decisions are counted: none of that is a change. */
const uses = ['last_seen_at', 'last_used_at', 'first_call_at', 'client', 'last_decision']
const firstUse = 'mcp_token.connected'
const counters = ['rate_limits', 'idempotency_keys']

export function allRows(server: TestServer, which: Which, about: string | null = null): Promise<Rows> {
  const kept = ({ columns }: Table) => columns.filter((column) => !uses.includes(column))
  return readRows(server, which, kept, about)
}

/** All that an organization has, and its people with what is their own. */
export function rowsOf(server: TestServer, organizationId: string): Promise<Rows> {
  return allRows(server, ofOrganization, organizationId)
}

/** What has changed between two looks, short enough to be read. */
export function changed(before: Rows, after: Rows): string[] {
  return Object.keys(after).flatMap((table) => {
    const [old, now] = [before, after].map((rows) => (rows[table] ?? '').split('\n')) as [string[], string[]]
    const gone = old.filter((row) => !now.includes(row)).map((row) => `- ${table} ${row}`)
    const added = now.filter((row) => !old.includes(row)).map((row) => `+ ${table} ${row}`)
    return [...gone, ...added].map((line) => line.slice(0, 400))
  })
}

/** All that an organization and its people point to: the values of every column that holds an id. */
export async function pointersOf(server: TestServer, organizationId: string): Promise<Set<string>> {
  const rows = await readRows(server, ofOrganization, ({ ids }) => ids, organizationId)
  return new Set(Object.values(rows).flatMap(idsIn))
}

/** What the things of an organization and of its people are called: of every table one row, by its id and by its names. */
export async function namesOf(server: TestServer, organizationId: string): Promise<string[]> {
  const names = ['id', 'slug', 'key', 'username']
  const called = ({ columns }: Table) => columns.filter((column) => names.includes(column))
  const rows = await readRows(server, ofOrganization, called, organizationId)
  const firsts = Object.values(rows).map((text) => text.split('\n')[0]!.replace(/[()"]/g, ''))
  return [...new Set(firsts.flatMap((row) => row.split(',')))].filter(Boolean)
}

export function idsIn(text: string): string[] {
  return text.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
}

function ofOrganization(table: string, columns: string[]): string | null {
  const people = `(select user_id from memberships where organization_id = $1)`
  if (table === 'organizations') return 'id = $1'
  if (table === 'users') return `id in ${people}`
  // What they have elsewhere is another organization's.
  if (columns.includes('organization_id')) return 'organization_id = $1'
  return columns.includes('user_id') ? `user_id in ${people}` : null
}

const tablesIn = new WeakMap<Database, Promise<Table[]>>()

/** Looked up once for each database: no test changes them, and asking takes longer than reading what they hold. */
function tablesOf(database: Database): Promise<Table[]> {
  const tables =
    tablesIn.get(database) ??
    database.run<Table>(
      `select c.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns,
              coalesce(array_agg(c.column_name::text) filter (where c.udt_name in ('uuid', '_uuid')), '{}') as ids
         from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where table_schema = 'public' and t.table_type = 'BASE TABLE' and table_name <> all ($1)
        group by c.table_name order by c.table_name`,
      [counters],
    )
  tablesIn.set(database, tables)
  return tables
}

async function readRows(
  { app: { database } }: TestServer,
  which: Which,
  shown: (table: Table) => string[],
  about: string | null,
): Promise<Rows> {
  const tables = await tablesOf(database)
  const parts = tables.flatMap((table) => {
    const condition = which(table.name, table.columns)
    const columns = shown(table).map((column) => `"${column}"`)
    if (condition === null || columns.length === 0) return []
    return [
      `select '${table.name}' as name, coalesce(string_agg(r::text, e'\\n' order by r::text), '') as text
         from (select ${columns.join(', ')} from ${table.name}
               where (${condition}) ${table.name === 'journal' ? `and type <> '${firstUse}'` : ''}) r`,
    ]
  })
  const rows = await database.run<{ name: string; text: string }>(
    parts.join(' union all '),
    about === null ? [] : [about],
  )
  return Object.fromEntries(rows.map(({ name, text }) => [name, text]))
}
