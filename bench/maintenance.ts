import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Database, openDatabase } from '../server/database/connect.ts'
import { maintainEmbedded } from '../server/database/maintain-embedded.ts'
import { type Sql, sql } from '../server/database/sql.ts'

const updates = Number(process.env.BENCH_UPDATES ?? 1_000_000)
const rows = 10_000
const batchSize = 1_000
/** The number of updates that a busy instance makes between two runs of the job. */
const updatesPerRun = 50_000

/** Updates the rows of a table a million times on the embedded database, with and without the maintenance job. */
export async function run(): Promise<void> {
  console.log(`Maintenance: ${rows} rows of the embedded database, ${updates} updates of an indexed column`)
  for (const isMaintained of [false, true])
    console.table({ [name(isMaintained)]: await measure(isMaintained) })
}

function name(isMaintained: boolean): string {
  return isMaintained ? 'with the job' : 'without the job'
}

async function measure(isMaintained: boolean) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-bench-'))
  const database = openDatabase({ engine: 'pglite', folder: path.join(folder, 'database'), timeout: 0 })
  try {
    await database.run(
      sql`create table items (id int primary key, changed_at timestamptz not null, title text not null)`,
    )
    await database.run(sql`create index on items (changed_at)`)
    await database.run(
      sql`insert into items select id, clock_timestamp(), repeat('x', 200) from generate_series(1, ${sql.raw(rows)}) id`,
    )
    const from = performance.now()
    let maintainedMs = 0
    for (let done = 0; done < updates; done += batchSize) {
      const first = done % rows
      await database.run(
        sql`update items set changed_at = clock_timestamp() where id > ${first} and id <= ${first + batchSize}`,
      )
      if (isMaintained && (done + batchSize) % updatesPerRun === 0) {
        const start = performance.now()
        await maintainEmbedded(database)
        maintainedMs += performance.now() - start
      }
    }
    return {
      'updates s': seconds(performance.now() - from),
      'of it maintenance s': seconds(maintainedMs),
      ...(await sizes(database)),
      'count ms': await timed(database, sql`select count(*) from items`),
      'latest 50 ms': await timed(database, sql`select * from items order by changed_at desc limit 50`),
      'oldest 50 ms': await timed(database, sql`select * from items order by changed_at limit 50`),
    }
  } finally {
    await database.close()
    fs.rmSync(folder, { recursive: true })
  }
}

async function sizes(database: Database) {
  const [size] = await database.run<{ table: number; indexes: number; wal: number }>(
    sql`select pg_table_size('items')::float8 / 1e6 as table, pg_indexes_size('items')::float8 / 1e6 as indexes,
            (select sum(size)::float8 / 1e6 from pg_ls_waldir()) as wal`,
  )
  const { table, indexes, wal } = size!
  return { 'table MB': Math.round(table), 'indexes MB': Math.round(indexes), 'WAL MB': Math.round(wal) }
}

/** Returns the median of eleven runs, after one that sets the hint bits. */
async function timed(database: Database, statement: Sql): Promise<number> {
  const times = []
  for (let round = 0; round < 12; round++) {
    const from = performance.now()
    await database.run(statement)
    times.push(performance.now() - from)
  }
  return Math.round(times.slice(1).toSorted((a, b) => a - b)[5]! * 10) / 10
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10
}
