import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { vector } from '@electric-sql/pglite-pgvector'
import { type Migration, readMigrations } from '../server/database/migrate.ts'

/*
 * Writes the types of the rows of every table: applies the migrations to an empty database in memory and reads its
 * catalog. With --check, only reports whether the types are up to date.
 */

/** The types of the values that the driver returns. A test compares them with the values of both engines. */
export const valueTypes: Record<string, string> = {
  bigint: 'string',
  'bit varying': 'string',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'Date',
  halfvec: 'string',
  integer: 'number',
  'integer[]': 'number[]',
  jsonb: 'Json',
  numeric: 'string',
  real: 'number',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'string',
  tsvector: 'string',
  uuid: 'string',
  'uuid[]': 'string[]',
  xid8: 'string',
}

// The actor of a change is stored as a copy, so that it keeps the name it had then.
const actorColumns = /_by$|^actor$|^worker$/

const folder = new URL('../server/database/', import.meta.url)
const header = '// Generated from the migrations by "npm run row-types". Don\'t edit this file.\n'

interface Column {
  table: string
  name: string
  type: string
  nullable: boolean
  /** The definitions of the checks on this column alone. */
  checks: string[]
}

export interface Schema {
  columns: Column[]
  /** The name of the migration that created each table. */
  createdBy: Map<string, string>
}

export interface GeneratedFile {
  name: string
  text: string
}

/** Returns the tables after these migrations. */
export async function readSchema(migrations: Pick<Migration, 'name' | 'sql'>[]): Promise<Schema> {
  const database = await PGlite.create({ extensions: { vector, pg_trgm } })
  const createdBy = new Map<string, string>()
  for (const { name, sql } of migrations) {
    await database.exec(sql)
    for (const { table } of (await database.query<{ table: string }>(tablesSql)).rows)
      if (!createdBy.has(table)) createdBy.set(table, name)
  }
  const { rows: columns } = await database.query<Column>(columnsSql)
  await database.close()
  return { columns, createdBy }
}

/** Returns one file for the tables of each migration, so that files stay short, and one that joins them. */
export function rowTypeFiles({ columns, createdBy }: Schema): GeneratedFile[] {
  const tables = Map.groupBy(columns, ({ table }) => table)
  const groups = Map.groupBy(tables, ([table]) => groupOf(createdBy.get(table)!))
  const files = [...groups].map(([group, members]) => ({
    name: `row-types/${group}.ts`,
    text: groupText(group, members),
  }))
  return [{ name: 'row-types.ts', text: joinedText([...groups.keys()].toSorted()) }, ...files]
}

/** Returns the names of the files in a folder that differ from these, are missing, or are no longer generated. */
export function staleFiles(files: GeneratedFile[], folder: URL): string[] {
  const different = files.filter(({ name, text }) => readFile(new URL(name, folder)) !== text)
  const subfolder = new URL('row-types/', folder)
  const existing = fs.existsSync(subfolder) ? fs.readdirSync(subfolder) : []
  const removed = existing
    .map((name) => `row-types/${name}`)
    .filter((name) => !files.some((file) => file.name === name))
  return [...different.map(({ name }) => name), ...removed]
}

const tablesSql = `select relname as "table" from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`

const columnsSql = `
  select c.relname as "table", a.attname as name, a.atttypid::regtype::text as type, not a.attnotnull as nullable,
         array(select pg_get_constraintdef(k.oid) from pg_constraint k
                where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks
    from pg_class c join pg_attribute a on a.attrelid = c.oid
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
   order by c.relname, a.attnum`

// '0004_work.sql' becomes 'work'.
function groupOf(migration: string): string {
  return path.basename(migration, '.sql').replace(/^\d+_/, '').replaceAll('_', '-')
}

function groupText(group: string, tables: [name: string, columns: Column[]][]): string {
  const lines = tables.flatMap(([table, columns]) => [
    `  ${table}: {`,
    ...columns.map((column) => `    ${column.name}: ${typeOf(column)}`),
    '  }',
  ])
  const body = `export interface ${interfaceOf(group)} {\n${lines.join('\n')}\n}\n`
  const imports = [
    /: Actor\b/.test(body) ? "import type { Actor } from '../actor.ts'\n" : '',
    /: Json\b/.test(body) ? "import type { Json } from '../tables.ts'\n" : '',
  ]
  return `${header}${imports.join('')}\n${body}`
}

function joinedText(groups: string[]): string {
  const imports = groups.map(
    (group) => `import type { ${interfaceOf(group)} } from './row-types/${group}.ts'\n`,
  )
  const names = groups.map((group) => `    ${interfaceOf(group)}`)
  return `${header}${imports.join('')}
/** The rows of each table, with the types of the values that the driver returns. */
export interface Rows
  extends
${names.join(',\n')} {}
`
}

function interfaceOf(group: string): string {
  return `${group.replaceAll(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase())}Rows`
}

function typeOf({ table, name, type, nullable, checks }: Column): string {
  const isActor = type === 'jsonb' && actorColumns.test(name)
  const valueType = isActor ? 'Actor' : (checks.map(allowedValues).find(Boolean) ?? valueTypes[type])
  if (valueType === undefined)
    throw new Error(`The column ${table}.${name} has the type ${type}. Add it to scripts/row-types.ts.`)
  return nullable ? `${valueType} | null` : valueType
}

// PostgreSQL stores `status in ('a', 'b')` as `CHECK ((status = ANY (ARRAY['a'::text, 'b'::text])))`.
function allowedValues(check: string): string | undefined {
  const [, list] = /^CHECK \(\(\w+ = ANY \(ARRAY\[((?:'\w+'::text(?:, )?)+)\]\)\)\)$/.exec(check) ?? []
  return list?.replaceAll('::text', '').replaceAll(', ', ' | ')
}

function readFile(file: URL): string | undefined {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined
}

async function main(): Promise<void> {
  const files = rowTypeFiles(await readSchema(readMigrations()))
  const stale = staleFiles(files, folder)
  if (!process.argv.includes('--check')) {
    for (const name of stale) fs.rmSync(new URL(name, folder), { force: true })
    fs.mkdirSync(new URL('row-types/', folder), { recursive: true })
    for (const { name, text } of files) fs.writeFileSync(new URL(name, folder), text)
    console.log(stale.length === 0 ? 'The row types are up to date.' : `Wrote ${stale.join(', ')}.`)
  } else if (stale.length > 0) {
    console.error(
      `Row types differ from the migrations: ${stale.join(', ')}. Run "npm run row-types" and commit the result.`,
    )
    process.exitCode = 1
  }
}

if (import.meta.main) await main()
