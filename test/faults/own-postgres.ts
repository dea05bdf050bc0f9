import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openDatabase } from '../../server/database/connect.ts'
import { migrate } from '../../server/database/migrate.ts'
import { seed } from '../../server/assembly/seed.ts'
import { type Postgres, startPostgres } from '../partners/postgres.ts'

export interface OwnPostgres extends Postgres {
  /** Settings of a Baton server with a new database on it. */
  settings: Record<string, string>
}

/**
 * Starts a PostgreSQL server for one test, because the test stops it, or because its long transactions would delay the
 * journals of all other tests.
 */
export async function startOwnPostgres(options?: { synced: boolean }): Promise<OwnPostgres> {
  const postgres = await startPostgres(options)
  const url = postgres.url(await postgres.createDatabase())
  const database = openDatabase({ engine: 'pgsql', url, pool: 2 })
  await migrate(database)
  await seed(database)
  await database.close()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-faults-'))
  const settings = {
    DB_CONNECTION: 'pgsql',
    DATABASE_URL: url,
    DATA_DIR: folder,
    SECRET_KEY: 'a secret key that only the tests use',
    ...highRateLimits,
  }
  return {
    ...postgres,
    settings,
    remove() {
      postgres.remove()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Rate limits for fault tests, which send far more requests than a person. */
export const highRateLimits = {
  RATE_LIMIT_SIGN_IN: '1000000',
  RATE_LIMIT_API: '1000000',
  RATE_LIMIT_MCP: '1000000',
}
