import fs from 'node:fs'
import readline from 'node:readline'
import { createGunzip } from 'node:zlib'
import { OperatorError } from '../platform/operator-error.ts'
import type { BackupHeader, BackupTable } from './backup.ts'
import type { Database, Queries } from './connect.ts'
import { beginNewEpoch } from './instance.ts'
import { isFilled } from './is-filled.ts'
import { migrate, readMigrations } from './migrate.ts'
import { seed } from './seed.ts'

export class RestoreError extends OperatorError {}

/** Fills an empty database from a backup; with `replace`, a filled one, whose data is then gone. */
export async function restore(database: Database, file: string, replace: boolean): Promise<{ rows: number }> {
  // The whole file is read before anything is touched.
  const { header, rows } = await inspect(file)
  const migrations = migrationsOf(header)
  if (!replace && (await isFilled(database))) {
    throw new RestoreError('The database is not empty. Say --replace to lose what is in it.')
  }
  await database.run('drop schema if exists pgboss cascade')
  await emptySchema(database)
  // The schema that the backup was made with, then the rows, then what came since: as if the data had grown up here.
  await migrate(database, migrations)
  await database.transaction((db) => load(db, file))
  await migrate(database)
  await seed(database)
  return { rows }
}

/** Extensions stay: only a superuser could add them again. */
async function emptySchema(database: Database): Promise<void> {
  const ours = (catalog: string) =>
    `${catalog} where not exists (select 1 from pg_depend d where d.objid = t.oid and d.deptype = 'e')`
  await database.run(
    `do $$ declare gone text; begin
       for gone in select 'table ' || t.oid::regclass
         from ${ours('pg_class t')} and relnamespace = 'public'::regnamespace and relkind in ('r', 'p') loop
         execute 'drop ' || gone || ' cascade';
       end loop;
       for gone in select 'function ' || t.oid::regprocedure
         from ${ours('pg_proc t')} and pronamespace = 'public'::regnamespace loop
         execute 'drop ' || gone || ' cascade';
       end loop;
     end $$`,
  )
}

function migrationsOf(header: BackupHeader) {
  const known = readMigrations()
  const missing = header.migrations.find((name) => !known.some((migration) => migration.name === name))
  if (missing)
    throw new RestoreError(
      `The backup was made by a newer version of Baton: it has ${missing}. Upgrade first.`,
    )
  return known.filter(({ name }) => header.migrations.includes(name))
}

async function load(db: Queries, file: string): Promise<void> {
  // Rows come table by table, whatever refers to what; the references are put back, and so checked, at the end.
  const references = await db.run<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of references) await db.run(`alter table ${table} drop constraint ${name}`)
  // What migrations inserted is in the backup too.
  for await (const { table, columns, lines } of readBatches(file)) {
    if (lines === null) await db.run(`delete from ${table}`)
    else await insertLines(db, { table, columns }, lines)
  }
  for (const { table, name, definition } of references) {
    await db.run(`alter table ${table} add constraint ${name} ${definition}`)
  }
  await beginNewEpoch(db)
}

async function insertLines(db: Queries, { table, columns }: BackupTable, lines: string[]): Promise<void> {
  const names = columns.join(', ')
  await db.run(
    `insert into ${table} (${names}) overriding system value
     select ${names} from json_populate_recordset(null::${table}, $1::json)`,
    [`[${lines.join(',')}]`],
  )
}

/** The rows in bites; the first of each table has `null` for lines and only announces it. */
async function* readBatches(file: string): AsyncGenerator<BackupTable & { lines: string[] | null }> {
  let current: BackupTable | undefined
  let lines: string[] = []
  for await (const line of linesOf(file)) {
    const heading = headingOf(line)
    if ((heading || lines.length === 500) && current && lines.length > 0) {
      yield { ...current, lines }
      lines = []
    }
    if (heading && 'table' in heading) {
      current = heading
      yield { ...current, lines: null }
    } else if (!heading) {
      lines.push(line)
    }
  }
}

type Heading = BackupHeader | BackupTable | { end: true; tables: number; rows: number }

// A heading starts with a name that no row's first column has: rows are written with their own columns.
function headingOf(line: string): Heading | undefined {
  return /^\{"(baton|table|end)":/.test(line) ? (JSON.parse(line) as Heading) : undefined
}

async function inspect(file: string): Promise<{ header: BackupHeader; rows: number }> {
  let header: BackupHeader | undefined
  let rows = 0
  let whole = false
  try {
    for await (const line of linesOf(file)) {
      const heading = headingOf(line)
      if (!heading) rows++
      else if ('baton' in heading) header = heading
      else if ('end' in heading) whole = heading.rows === rows
    }
  } catch (error) {
    throw new RestoreError(`The file cannot be read as a backup: ${(error as Error).message}`)
  }
  if (header?.format !== 1) throw new RestoreError('The file is not a backup of Baton.')
  if (!whole) throw new RestoreError('The backup is not whole: its end is missing.')
  return { header, rows }
}

function linesOf(file: string): AsyncIterable<string> {
  const unzipped = createGunzip()
  const source = fs.createReadStream(file)
  source.once('error', (error) => unzipped.destroy(error))
  return readline.createInterface({ input: source.pipe(unzipped), crlfDelay: Infinity })
}
