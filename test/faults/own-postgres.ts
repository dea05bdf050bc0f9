import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openDatabase } from '../../server/database/connect.ts'
import { migrate } from '../../server/database/migrate.ts'
import { seed } from '../../server/database/seed.ts'
import { type Postgres, startPostgres } from '../partners/postgres.ts'

export interface OwnPostgres extends Postgres {
  /** How a server reaches a database of ours on it. */
  settings: Record<string, string>
}

/**
 * A PostgreSQL server that only this test uses, because it is about to be ended; or because its transactions take so long
 * that the journals of all others would wait for them.
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

/** Tests of faults send more than a person would. */
export const highRateLimits = {
  RATE_LIMIT_SIGN_IN: '1000000',
  RATE_LIMIT_API: '1000000',
  RATE_LIMIT_MCP: '1000000',
}
