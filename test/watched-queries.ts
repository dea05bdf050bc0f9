import type { Database } from '../server/database/connect.ts'

export interface Watched {
  sql: string
  values: unknown[]
}

/** What a read asks the database for while something is done. */
export async function queriesDuring(database: Database, deed: () => Promise<unknown>): Promise<Watched[]> {
  const queries: Watched[] = []
  const { run } = database
  database.run = (sql, values = []) => {
    // Requests are counted from time to time, whatever they are.
    if (!sql.includes('rate_limits')) queries.push({ sql, values })
    return run(sql, values)
  }
  try {
    await deed()
  } finally {
    database.run = run
  }
  return queries
}
