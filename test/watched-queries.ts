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

/** Returns the statements of each transaction that runs during a callback, without those sent with the commit. */
export async function transactionsDuring(
  database: Database,
  action: () => Promise<unknown>,
): Promise<string[][]> {
  const transactions: string[][] = []
  const { transaction } = database
  database.transaction = (work, options) => {
    const statements: string[] = []
    transactions.push(statements)
    return transaction(
      (db) =>
        work({
          run(statement) {
            statements.push(statement.text)
            return db.run(statement)
          },
        }),
      options,
    )
  }
  try {
    await action()
  } finally {
    database.transaction = transaction
  }
  return transactions
}
