import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { type BackupTable, BackupError, inspectBackup, readBatches } from './backup-format.ts'
import { type Database, type Queries, openDatabase } from './connect.ts'
import { lockFolder } from './folder-lock.ts'
import { startNewEpoch } from './instance.ts'
import { isFilled, seedInstance } from './seed.ts'
import { type Migration, lockMigrations, migrateWithin, readMigrations } from './migrate.ts'
import { queriesOn, unnamed } from './queries.ts'
import { sql } from './sql.ts'
import { completeSwap, databaseFolder, restoringFolder, swapIn } from './swap-folder.ts'

export class RestoreError extends BackupError {}

/**
 * Fills an empty database from a backup. With `replace`, also replaces the data of a filled one. Takes effect
 * atomically at the end: an interrupted or failed restore changes nothing. `seed` adds the defaults that the backup lacks.
 */
export function restore(
  config: Config,
  file: string,
  replace: boolean,
  seed: Seed = seedInstance,
): Promise<{ rows: number }> {
  return config.DB_CONNECTION === 'pglite'
    ? restoreEmbedded(config.DATA_DIR, file, replace, seed)
    : restorePostgres(config.DATABASE_URL!, file, replace, seed)
}

type Seed = (db: Queries) => Promise<void>

/** Fills a new folder and swaps it in. With `replace`, the old one isn't opened, so it can be damaged. */
async function restoreEmbedded(dataFolder: string, file: string, replace: boolean, seed: Seed) {
  fs.mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const lock = lockFolder(dataFolder)
  try {
    completeSwap(dataFolder)
    const folder = databaseFolder(dataFolder)
    if (!replace && fs.existsSync(folder)) await withEmbedded(folder, requireEmpty)
    const restored = await restoreIntoFolder(file, restoringFolder(dataFolder), { seed })
    swapIn(dataFolder)
    return restored
  } finally {
    lock.release()
  }
}

/** Restores a backup into an embedded database in a new folder. Removes the folder again if that fails. */
export async function restoreIntoFolder(
  file: string,
  folder: string,
  { seed = seedInstance, signal }: { seed?: Seed; signal?: AbortSignal | undefined } = {},
): Promise<{ rows: number }> {
  const { migrations, rows } = await inspect(file)
  try {
    await withEmbedded(folder, (database) => fill(database, file, migrations, seed, signal))
    return { rows }
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

async function withEmbedded<Result>(folder: string, work: (database: Database) => Promise<Result>) {
  const database = openDatabase({ engine: 'pglite', folder, timeout: 0 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Replaces the schema and the data in one transaction. */
async function restorePostgres(url: string, file: string, replace: boolean, seed: Seed) {
  const database = openDatabase({ engine: 'pgsql', url, pool: 1, timeout: 0 })
  try {
    await requireNoServers(database)
    if (!replace) await requireEmpty(database)
    const { migrations, rows } = await inspect(file)
    await fill(database, file, migrations, seed)
    return { rows }
  } finally {
    await database.close()
  }
}

async function requireNoServers(database: Database): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const [found] = await database.run<{ connections: number }>(
      sql`select count(*)::integer as connections from pg_stat_activity
        where datname = current_database() and application_name = 'baton' and pid <> pg_backend_pid()`,
    )
    if (found!.connections === 0) return
    if (attempt === 10) throw inUse(`Baton has ${found!.connections} connections to it`)
    // PostgreSQL still lists the connections of a server for a moment after it has stopped.
    await pause(100)
  }
}

const inUse = (reason: string) =>
  new RestoreError(`The database is in use: ${reason}. Stop every server of this instance first.`)

async function requireEmpty(database: Database): Promise<void> {
  if (await isFilled(database))
    throw new RestoreError('The database is not empty. Pass --replace to replace its data.')
}

async function inspect(file: string): Promise<{ migrations: Migration[]; rows: number }> {
  const { header, rows } = await inspectBackup(file)
  const known = readMigrations()
  const missing = header.migrations.find((name) => !known.some((migration) => migration.name === name))
  if (missing)
    throw new RestoreError(
      `The backup was made by a newer version of Baton: it has ${missing}. Upgrade Baton first.`,
    )
  return { migrations: known.filter(({ name }) => header.migrations.includes(name)), rows }
}

/** Creates the schema that the backup was made with, loads the rows, then applies later migrations to them. */
async function fill(
  database: Database,
  file: string,
  migrations: Migration[],
  seed: Seed,
  signal?: AbortSignal,
): Promise<void> {
  const client = await database.connect()
  const db = unnamed(queriesOn(client))
  try {
    await client.query('begin')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    // A node that starts and migrates now waits until the restored schema is committed.
    await lockMigrations(client)
    await emptySchema(client)
    await migrateWithin(client, database.engine, migrations)
    await load(db, file, signal)
    await migrateWithin(client, database.engine, readMigrations())
    await seed(db)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw (error as { code?: string }).code === lockNotAvailable ? inUse('another client locks it') : error
  } finally {
    client.release(true)
  }
}

const lockNotAvailable = '55P03'

/** Drops all tables and functions of Baton. Keeps extensions, because only a superuser could add them again. */
async function emptySchema(client: pg.PoolClient): Promise<void> {
  const ours = (catalog: string) =>
    `${catalog} where not exists (select 1 from pg_depend d where d.objid = t.oid and d.deptype = 'e')`
  await client.query('drop schema if exists pgboss cascade')
  await client.query(
    `do $$ declare object text; begin
       for object in select 'table ' || t.oid::regclass
         from ${ours('pg_class t')} and relnamespace = 'public'::regnamespace and relkind in ('r', 'p') loop
         execute 'drop ' || object || ' cascade';
       end loop;
       for object in select 'function ' || t.oid::regprocedure
         from ${ours('pg_proc t')} and pronamespace = 'public'::regnamespace loop
         execute 'drop ' || object || ' cascade';
       end loop;
     end $$`,
  )
}

async function load(db: Queries, file: string, signal?: AbortSignal): Promise<void> {
  // Tables come in alphabetical order, so foreign keys are dropped first. Adding them again checks them.
  const references = await db.run<{ table: string; name: string; definition: string }>(
    sql`select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of references)
    await db.run(sql.raw(`alter table ${table} drop constraint ${name}`))
  for await (const { table, columns, lines } of readBatches(file)) {
    signal?.throwIfAborted()
    // The backup also has the rows that migrations inserted.
    if (lines === null) await db.run(sql.raw(`delete from ${table}`))
    else await insertLines(db, { table, columns }, lines)
  }
  for (const { table, name, definition } of references) {
    await db.run(sql.raw(`alter table ${table} add constraint ${name} ${definition}`))
  }
  await startNewEpoch(db)
}

async function insertLines(db: Queries, { table, columns }: BackupTable, lines: string[]): Promise<void> {
  const names = sql.raw(columns.join(', '))
  const into = sql.raw(table)
  await db.run(
    sql`insert into ${into} (${names}) overriding system value
     select ${names} from json_populate_recordset(null::${into}, ${`[${lines.join(',')}]`}::json)`,
  )
}
