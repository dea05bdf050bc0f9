import type { Database } from '../server/database/connect.ts'
import type { Sql } from '../server/database/sql.ts'

/** Returns the queries that run during a callback. */
export async function queriesDuring(database: Database, action: () => Promise<unknown>): Promise<Sql[]> {
  const queries: Sql[] = []
  const { run } = database
  database.run = (statement) => {
    // Skips the rate limiter, which writes its counters at any time.
    if (!statement.text.includes('rate_limits')) queries.push(statement)
    return run(statement)
  }
  try {
    await action()
  } finally {
    database.run = run
  }
  return queries
}
