import type { Database } from '../server/database/connect.ts'
import { Sql } from '../server/database/sql.ts'

export interface Watched {
  sql: string
  values: unknown[]
}

/** What a read asks the database for while something is done. */
export async function queriesDuring(database: Database, deed: () => Promise<unknown>): Promise<Watched[]> {
  const queries: Watched[] = []
  const { run } = database
  database.run = (statement, given) => {
    const { sql, values } = toWatched(statement, given)
    // Requests are counted from time to time, whatever they are.
    if (!sql.includes('rate_limits')) queries.push({ sql, values })
    return run(statement, given)
  }
  try {
    await deed()
  } finally {
    database.run = run
  }
  return queries
}

export function toWatched(statement: Sql | string, values: unknown[] = []): Watched {
  return statement instanceof Sql
    ? { sql: statement.text, values: [...statement.values] }
    : { sql: statement, values }
}
