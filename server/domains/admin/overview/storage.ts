import { z } from 'zod'
import type { Database } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'

const maxTables = 8

export const StorageUse = z.object({
  engine: z.enum(['pglite', 'pgsql']).describe('"pglite" is the embedded database.'),
  databaseBytes: z.int().describe('Size of the database with its indexes, at most 5 minutes old.'),
  isFull: z.boolean().describe('Whether the database reported a full disk in the last minute.'),
  tables: z
    .array(
      z.object({
        name: z.string(),
        bytes: z.int().describe('Size with indexes.'),
        rows: z.int().nullable().describe('An estimate. Null until the database has analyzed the table.'),
      }),
    )
    .describe(`The largest tables, at most ${maxTables}.`),
})

type Sizes = Omit<z.output<typeof StorageUse>, 'engine' | 'isFull'>

// The embedded database takes up to half a second to look at all its files, in which it does nothing else.
const cacheMs = 300_000
const cached = new WeakMap<Database, { until: number; sizes: Promise<Sizes> }>()

export async function readStorage(database: Database): Promise<z.output<typeof StorageUse>> {
  let known = cached.get(database)
  if (!known || known.until < Date.now()) {
    known = { until: Date.now() + cacheMs, sizes: readSizes(database) }
    cached.set(database, known)
    known.sizes.catch(() => cached.delete(database))
  }
  return { engine: database.engine, isFull: database.storage.isFull(), ...(await known.sizes) }
}

async function readSizes(database: Database): Promise<Sizes> {
  const [size] = await database.run<{ bytes: number }>(
    sql`select pg_database_size(current_database())::float8 as bytes`,
  )
  const tables = await database.run<{ name: string; bytes: number; rows: number | null }>(
    sql`select c.relname::text as name, pg_total_relation_size(c.oid)::float8 as bytes,
          case when c.reltuples >= 0 then c.reltuples::float8 end as rows
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'pgboss') order by 2 desc, 1 limit ${maxTables}`,
  )
  return {
    databaseBytes: size!.bytes,
    tables: tables.map(({ rows, ...table }) => ({ ...table, rows: rows === null ? null : Math.round(rows) })),
  }
}
