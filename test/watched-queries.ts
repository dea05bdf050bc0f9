import type { Database } from '../server/database/connect.ts'
import { plannedEachTime } from '../server/database/queries.ts'
import { Sql } from '../server/database/sql.ts'

export interface Watched {
  sql: string
  values: unknown[]
  isPrepared: boolean
}

/** Returns the queries that run during a callback. */
export async function queriesDuring(database: Database, action: () => Promise<unknown>): Promise<Watched[]> {
  const queries: Watched[] = []
  const { run } = database
  database.run = (statement, given) => {
    const watched = toWatched(statement, given)
    // Skips the rate limiter, which writes its counters at any time.
    if (!watched.sql.includes('rate_limits')) queries.push(watched)
    return run(statement, given)
  }
  try {
    await action()
  } finally {
    database.run = run
  }
  return queries
}

export function toWatched(statement: Sql | string, values: unknown[] = []): Watched {
  return statement instanceof Sql
    ? { sql: statement.text, values: [...statement.values], isPrepared: statement.isPrepared }
    : { sql: statement, values, isPrepared: !statement.startsWith(plannedEachTime) }
}
