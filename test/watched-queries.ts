import type { Database, Queries } from '../server/database/connect.ts'
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

export interface WatchedTransaction {
  /** The statements before the commit. Each waits for the result of the one before it, unless both are pipelined. */
  statements: string[]
  /** The statements that are sent in one packet with the commit. */
  withCommit: string[]
}

/** Returns the statements of each transaction that runs during a callback, without those sent with the commit. */
export async function transactionsDuring(
  database: Database,
  action: () => Promise<unknown>,
): Promise<string[][]> {
  return (await packetsDuring(database, action)).map(({ statements }) => statements)
}

/** Returns all statements of each transaction that runs during a callback. */
export async function packetsDuring(
  database: Database,
  action: () => Promise<unknown>,
): Promise<WatchedTransaction[]> {
  const transactions: WatchedTransaction[] = []
  const { transaction } = database
  const watch = (db: Queries, texts: string[]): Queries => ({
    run(statement) {
      texts.push(statement.text)
      return db.run(statement)
    },
  })
  database.transaction = (work, { last, ...options } = {}) => {
    const watched: WatchedTransaction = { statements: [], withCommit: [] }
    transactions.push(watched)
    return transaction((db) => work(watch(db, watched.statements)), {
      ...options,
      ...(last && { last: (db) => last(watch(db, watched.withCommit)) }),
    })
  }
  try {
    await action()
  } finally {
    database.transaction = transaction
  }
  return transactions
}
