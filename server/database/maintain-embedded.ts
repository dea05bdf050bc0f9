import type pg from 'pg'
import type { Database } from './connect.ts'
import { sql } from './sql.ts'

/**
 * Replaces autovacuum and the checkpointer, which PGlite lacks because it is a single process. Otherwise tables grow
 * with every update, plans rely on old statistics, and WAL since the last start is kept and replayed after a crash.
 */
export async function maintainEmbedded(database: Database): Promise<void> {
  const due = await database.run<{ name: string; command: string }>(dueTables)
  // Runs one statement at a time, so that requests for the only connection are served in between.
  for (const { name, command } of due) await runWithoutTimeout(database, `${command} ${name}`)
  const [wal] = await database.run<{ bytes: string }>(walSinceCheckpoint)
  if (Number(wal!.bytes) > maxWalBytes) await runWithoutTimeout(database, 'checkpoint')
}

const maxWalBytes = 64 * 1024 * 1024

const walSinceCheckpoint = sql`
  select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::text as bytes from pg_control_checkpoint()`

// The rules of autovacuum with the defaults of PostgreSQL. Its statistics include catalogs and TOAST tables.
const dueTables = sql`
  select format('%I.%I', s.schemaname, s.relname) as name,
         case when due.vacuum and c.relkind <> 't' then 'vacuum (analyze)'
              when due.vacuum then 'vacuum'
              else 'analyze' end as command
    from pg_stat_all_tables s
    join pg_class c on c.oid = s.relid
    cross join lateral (select
      s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
        or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
        or age(c.relfrozenxid) > 150000000 as vacuum,
      s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0) and c.relkind <> 't' as analyze) due
   where c.relpersistence <> 't' and (due.vacuum or due.analyze)
   order by s.n_dead_tup desc`

// A large table can exceed the timeout for requests. (The driver accepts this option, but its types don't.)
async function runWithoutTimeout(database: Database, text: string): Promise<void> {
  const client = await database.connect()
  try {
    await client.query({ text, query_timeout: 3_600_000 } as pg.QueryConfig)
  } finally {
    client.release()
  }
}
