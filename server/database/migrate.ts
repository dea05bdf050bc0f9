import { createHash } from 'node:crypto'
import fs from 'node:fs'
import type pg from 'pg'
import { OperatorError } from '../platform/operator-error.ts'
import type { Database } from './connect.ts'
import { requireVectors } from './require-vectors.ts'

export interface Migration {
  name: string
  sql: string
  checksum: string
}

export class SchemaError extends OperatorError {}

const folder = new URL('./migrations/', import.meta.url)
// An arbitrary number, the same on every node, so that only one of them migrates at a time.
const advisoryLock = 7_264_829_001
// Migrating a large table, or waiting for another node, can take long. (The driver accepts this option; its types
// don't.)
const withLongTimeout = (text: string): pg.QueryConfig =>
  ({ text, query_timeout: 3_600_000 }) as pg.QueryConfig

export function readMigrations(): Migration[] {
  const files = fs.readdirSync(folder).filter((file) => file.endsWith('.sql'))
  return files.toSorted().map((name) => {
    const sql = fs.readFileSync(new URL(name, folder), 'utf8')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

/** Applies missing migrations, each file in one transaction. Safe to run on several nodes concurrently. */
export async function migrate(database: Database, migrations = readMigrations()): Promise<string[]> {
  const client = await database.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query(withLongTimeout(`select pg_advisory_lock(${advisoryLock})`))
    const missing = await findMissing(client, database.engine, migrations)
    for (const migration of missing) await applyInTransaction(client, migration)
    return missing.map(({ name }) => name)
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => {})
    // Closes the connection, because its timeouts were disabled. The embedded database has only one, without timeouts.
    client.release(database.engine === 'pgsql')
  }
}

/** Applies missing migrations in the caller's transaction. */
export async function migrateWithin(
  client: pg.PoolClient,
  engine: Database['engine'],
  migrations: Migration[],
): Promise<void> {
  for (const migration of await findMissing(client, engine, migrations)) await apply(client, migration)
}

/** Keeps other nodes from migrating until the caller's transaction ends. */
export async function lockMigrations(client: pg.PoolClient): Promise<void> {
  await client.query(withLongTimeout(`select pg_advisory_xact_lock(${advisoryLock})`))
}

async function findMissing(client: pg.PoolClient, engine: Database['engine'], migrations: Migration[]) {
  await client.query(
    `create table if not exists migrations (
       name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  )
  const missing = missingMigrations(migrations, await applied(client))
  if (engine === 'pgsql' && missing.some(({ sql }) => sql.includes('create extension')))
    await requireVectors(client)
  return missing
}

/** Rejects a schema that this version can't work with. */
export async function checkSchema(database: Database, migrations = readMigrations()): Promise<void> {
  const client = await database.connect()
  try {
    const { rows } = await client.query(`select to_regclass('migrations') is not null as exists`)
    const missing = missingMigrations(migrations, rows[0]?.exists ? await applied(client) : [])
    if (missing.length > 0) {
      throw new SchemaError(
        `The database lacks ${missing.length} migration(s), the first is ${missing[0]!.name}. ` +
          'Run "npm run migrate", or set AUTO_MIGRATE=true.',
      )
    }
  } finally {
    client.release()
  }
}

type Applied = Pick<Migration, 'name' | 'checksum'>

async function applied(client: pg.PoolClient): Promise<Applied[]> {
  return (await client.query<Applied>('select name, checksum from migrations order by name')).rows
}

function missingMigrations(migrations: Migration[], done: Applied[]): Migration[] {
  for (const { name, checksum } of done) {
    const known = migrations.find((migration) => migration.name === name)
    if (!known)
      throw new SchemaError(
        `The database is newer than this version of Baton: it has ${name}. Upgrade Baton.`,
      )
    if (known.checksum !== checksum) {
      throw new SchemaError(
        `The migration ${name} was changed after it was applied. Restore the original file.`,
      )
    }
  }
  const names = new Set(done.map(({ name }) => name))
  return migrations.filter(({ name }) => !names.has(name))
}

async function applyInTransaction(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await apply(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function apply(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(withLongTimeout(sql))
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
  } catch (error) {
    throw new SchemaError(`The migration ${name} failed: ${(error as Error).message}`)
  }
}
