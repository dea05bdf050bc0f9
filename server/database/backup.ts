import { once } from 'node:events'
import fs from 'node:fs'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import {
  type BackupEnd,
  BackupError,
  type BackupHeader,
  type BackupTable,
  maxBatchBytes,
} from './backup-format.ts'
import type { Database, Queries } from './connect.ts'
import { checkSchema } from './migrate.ts'
import { unnamed } from './queries.ts'
import { sql } from './sql.ts'

export interface BackupSize {
  tables: number
  rows: number
}

/** Tables that a restore fills itself, some of them by triggers, or whose rows expire within minutes. */
const omittedTables = [
  'migrations',
  'rate_limits',
  'tunnel_frames',
  'task_counts',
  'group_counts',
  'task_count_changes',
]

/** Writes a backup from one snapshot, so other connections can write to the database concurrently. */
export async function writeBackup(
  database: Database,
  output: Writable,
  signal?: AbortSignal,
): Promise<BackupSize> {
  await checkSchema(database)
  const size = { tables: 0, rows: 0 }
  await database.transaction((db) => pipeline(readChunks(db, size), createGzip(), output, { signal }), {
    isolation: 'repeatable read',
  })
  return size
}

/** Writes a backup to a new file. Removes the file again if the backup fails. */
export function backUpToFile(database: Database, file: string, signal?: AbortSignal): Promise<BackupSize> {
  return writeNewFile(file, (output) => writeBackup(database, output, signal))
}

/** Lets `write` fill a new file with mode 600. Never overwrites a file, and leaves no partial one. */
export async function writeNewFile<Result>(
  file: string,
  write: (output: Writable) => Promise<Result>,
): Promise<Result> {
  const output = fs.createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  await once(output, 'open').catch((error: Error) => {
    throw new BackupError(`Can't write the backup: ${error.message}.`)
  })
  try {
    return await write(output)
  } catch (error) {
    output.destroy()
    fs.rmSync(file, { force: true })
    const { syscall, message } = error as NodeJS.ErrnoException
    throw syscall === 'write' ? new BackupError(`Can't write ${file}: ${message}.`) : error
  }
}

async function* readChunks(db: Queries, size: BackupSize): AsyncGenerator<string> {
  // A slow disk or client can take longer between two batches than the limit for abandoned transactions.
  await db.run(sql`set local idle_in_transaction_session_timeout = 0`)
  const migrations = await db.run<{ name: string }>(sql`select name from migrations order by name`)
  const header: BackupHeader = {
    baton: 'backup',
    format: 1,
    at: new Date().toISOString(),
    migrations: migrations.map(({ name }) => name),
  }
  yield lineOf(header)
  for (const table of await readTables(db)) {
    yield lineOf(table)
    size.tables++
    for await (const lines of readRows(db, table)) {
      size.rows += lines.length
      yield `${lines.join('\n')}\n`
    }
  }
  const end: BackupEnd = { end: true, ...size }
  yield lineOf(end)
}

const lineOf = (heading: object) => `${JSON.stringify(heading)}\n`

/**
 * Yields the rows of a table in batches of bounded size. FETCH counts rows and a row can have megabytes, so a second
 * cursor reads the sizes ahead.
 */
async function* readRows(db: Queries, { table, columns }: BackupTable): AsyncGenerator<string[]> {
  const order = table === 'journal' ? 'xid, seq' : '1'
  const rows = sql.raw(`(select ${columns.join(', ')} from ${table} order by ${order}) t`)
  const { run } = unnamed(db)
  await run(
    sql`declare backup_sizes no scroll cursor for select octet_length(row_to_json(t)::text) as bytes from ${rows}`,
  )
  await run(sql`declare backup_rows no scroll cursor for select row_to_json(t)::text as line from ${rows}`)
  for (;;) {
    const sizes = await run<{ bytes: number }>(sql`fetch 1000 from backup_sizes`)
    if (sizes.length === 0) break
    for (const count of countsOf(sizes)) {
      const lines = await run<{ line: string }>(sql`fetch ${sql.raw(count)} from backup_rows`)
      yield lines.map(({ line }) => line)
    }
  }
  await run(sql`close backup_sizes`)
  await run(sql`close backup_rows`)
}

/** Returns how many rows each batch has. A row above the limit is a batch alone. */
function countsOf(sizes: { bytes: number }[]): number[] {
  const counts: number[] = []
  let batchBytes = Infinity
  for (const { bytes } of sizes) {
    if (batchBytes + bytes > maxBatchBytes) {
      counts.push(0)
      batchBytes = 0
    }
    counts[counts.length - 1]!++
    batchBytes += bytes
  }
  return counts
}

/** Returns every table of Baton with its stored columns. */
function readTables(db: Queries): Promise<BackupTable[]> {
  return db.run<BackupTable>(
    sql`select c.table_name as table, array_agg(c.column_name::text order by c.ordinal_position) as columns
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
        and c.table_name <> all (${omittedTables})
      group by c.table_name order by c.table_name`,
  )
}
