import { once } from 'node:events'
import fs from 'node:fs'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Database, Queries } from './connect.ts'
import { checkSchema } from './migrate.ts'

/*
 * A backup is one compressed file of lines: a header, then for each table its columns and its rows as the database
 * itself writes them in JSON, then a count. It is the same for both engines, so it also moves an instance from the
 * embedded database to PostgreSQL. Written from one snapshot: the server may go on working meanwhile (on PostgreSQL).
 */
export interface BackupHeader {
  baton: 'backup'
  format: 1
  at: string
  migrations: string[]
}

export interface BackupTable {
  table: string
  columns: string[]
}

// What is worth nothing later, and what restoring makes itself.
const leftOut = ['migrations', 'rate_limits']

export async function backup(database: Database, file: string): Promise<{ tables: number; rows: number }> {
  await checkSchema(database)
  const zipped = createGzip()
  // Never over an existing file: a backup that fails half-way must not cost the one before.
  const written = finished(zipped.pipe(fs.createWriteStream(file, { flags: 'wx', mode: 0o600 })))
  written.catch(() => zipped.destroy())
  const write = async (line: string) => {
    if (!zipped.write(`${line}\n`)) await Promise.race([once(zipped, 'drain'), written])
  }
  const counted = await database.transaction((db) => writeLines(db, write), { isolation: 'repeatable read' })
  zipped.end()
  await written
  return counted
}

async function writeLines(db: Queries, write: (line: string) => Promise<void>) {
  const migrations = await db.run<{ name: string }>('select name from migrations order by name')
  const at = new Date().toISOString()
  const header: BackupHeader = {
    baton: 'backup',
    format: 1,
    at,
    migrations: migrations.map(({ name }) => name),
  }
  await write(JSON.stringify(header))
  const tables = await readTables(db)
  let rows = 0
  for (const table of tables) {
    await write(JSON.stringify(table))
    rows += await writeRows(db, table, write)
  }
  await write(JSON.stringify({ end: true, tables: tables.length, rows }))
  return { tables: tables.length, rows }
}

async function writeRows(
  db: Queries,
  { table, columns }: BackupTable,
  write: (line: string) => Promise<void>,
) {
  const order = table === 'journal' ? 'xid, seq' : '1'
  await db.run(
    `declare backup_rows no scroll cursor for
       select row_to_json(t)::text as line from (select ${columns.join(', ')} from ${table} order by ${order}) t`,
  )
  let count = 0
  for (;;) {
    const lines = await db.run<{ line: string }>('fetch 500 from backup_rows')
    for (const { line } of lines) await write(line)
    count += lines.length
    if (lines.length === 0) break
  }
  await db.run('close backup_rows')
  return count
}

/** Every table of ours with the columns that hold data of their own. */
function readTables(db: Queries): Promise<BackupTable[]> {
  return db.run<BackupTable>(
    `select c.table_name as table, array_agg(c.column_name::text order by c.ordinal_position) as columns
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
        and c.table_name <> all ($1)
      group by c.table_name order by c.table_name`,
    [leftOut],
  )
}
