import type { Database } from '../server/database/connect.ts'
import type { Sql } from '../server/database/sql.ts'

/** The counters of the rate limiter and the cache of the settings, which a server refreshes at any time. */
const periodic = ['rate_limits', 'from settings']

/** Returns the queries that run during a callback. */
export async function queriesDuring(database: Database, action: () => Promise<unknown>): Promise<Sql[]> {
  const queries: Sql[] = []
  const { run } = database
  database.run = (statement) => {
    if (!periodic.some((part) => statement.text.includes(part))) queries.push(statement)
    return run(statement)
  }
  try {
    await action()
  } finally {
    database.run = run
  }
  return queries
}
