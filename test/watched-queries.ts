import type { Database, Queries } from '../server/database/connect.ts'
import type { Sql } from '../server/database/sql.ts'

/** Authentication, and what a server refreshes at any time: the counters of the rate limiter and the cache of the settings. */
const unrelated = ['as credential_id', 'rate_limits', 'from settings']

/** Returns the queries that run during a callback, without authentication. */
export async function queriesDuring(database: Database, action: () => Promise<unknown>): Promise<Sql[]> {
  const queries: Sql[] = []
  const { run, lookUp, reads } = database
  const watched = (original: Queries): Queries => ({
    run(statement) {
      if (!unrelated.some((part) => statement.text.includes(part))) queries.push(statement)
      return original.run(statement)
    },
  })
  database.run = watched({ run }).run
  database.lookUp = watched({ run: lookUp }).run
  database.reads = () => watched(reads())
  try {
    await action()
  } finally {
    Object.assign(database, { run, lookUp, reads })
  }
  return queries
}

/** Returns the statements that reads send during a callback, without their access rules, by the turn of the event loop. */
export async function readsDuring(database: Database, action: () => Promise<unknown>): Promise<string[][]> {
  const batches: string[][] = []
  let batch: string[] | undefined
  const { reads } = database
  database.reads = () => {
    const original = reads()
    return {
      run(statement) {
        if (!batch) {
          batches.push((batch = []))
          process.nextTick(() => (batch = undefined))
        }
        batch.push(statement.text)
        return original.run(statement)
      },
    }
  }
  try {
    await action()
  } finally {
    database.reads = reads
  }
  return batches
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
