import type { Database } from '../server/database/connect.ts'

export interface ObservedQuery {
  sql: string
  values: unknown[]
}

/** Returns the queries that run during a callback. */
export async function queriesDuring(
  database: Database,
  action: () => Promise<unknown>,
): Promise<ObservedQuery[]> {
  const queries: ObservedQuery[] = []
  const { run } = database
  database.run = (sql, values = []) => {
    // Skips the rate limiter, which writes its counters at any time.
    if (!sql.includes('rate_limits')) queries.push({ sql, values })
    return run(sql, values)
  }
  try {
    await action()
  } finally {
    database.run = run
  }
  return queries
}
