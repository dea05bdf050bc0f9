import { isConnectionError, sqlState } from '../platform/connection-errors.ts'
import type { Queries } from './queries.ts'
import type { Sql } from './sql.ts'
import type { TransactionOptions, Work } from './transaction.ts'

interface Waiting {
  statement: Sql
  resolve: (rows: never[]) => void
  reject: (error: unknown) => void
}

/** Limits how long one batch locks the row, because other nodes wait for it too. */
export const maxBatchSize = 32

/**
 * Queues the statements that lock the same row (`Sql.queue`). Statements that arrive while another one runs are sent in
 * one packet and one transaction. They share a lock, a commit and a connection instead of waiting for each other's commit.
 */
export function statementQueues(
  alone: Queries,
  transaction: (work: Work<void>, options: TransactionOptions) => Promise<void>,
): Queries {
  const queues = new Map<string, Waiting[]>()

  const runNext = async (queue: string) => {
    const waiting = queues.get(queue)!
    while (waiting.length > 0) await runBatch(waiting.splice(0, maxBatchSize))
    queues.delete(queue)
  }

  const runBatch = async (batch: Waiting[]) => {
    if (batch.length === 1) return runAlone(batch[0]!)
    try {
      const statements = batch.map(({ statement }) => statement)
      const results = await runTogether(statements, transaction)
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
    } catch (error) {
      // The batch was rolled back because of one statement, unless the connection or the row was not available.
      if (isConnectionError(error) || sqlState(error) === lockTimeout)
        for (const { reject } of batch) reject(error)
      else await Promise.all(batch.map(runAlone))
    }
  }

  const runAlone = ({ statement, resolve, reject }: Waiting) =>
    alone.run<never>(statement).then(resolve, reject)

  return {
    run<Row>(statement: Sql) {
      const { queue } = statement
      if (queue === undefined) return alone.run<Row>(statement)
      return new Promise<Row[]>((resolve, reject) => {
        const waiting = queues.get(queue)
        if (waiting) {
          waiting.push({ statement, resolve, reject })
        } else {
          queues.set(queue, [{ statement, resolve, reject }])
          void runNext(queue)
        }
      })
    },
  }
}

const lockTimeout = '55P03'

async function runTogether(
  statements: Sql[],
  transaction: (work: Work<void>, options: TransactionOptions) => Promise<void>,
): Promise<never[][]> {
  let results: never[][] = []
  const last: Work<void> = async (db) => {
    results = await Promise.all(statements.map((statement) => db.run<never>(statement)))
  }
  await transaction(async () => {}, { last })
  return results
}
