import type pg from 'pg'
import { isConnectionError, isStalePlan, sqlState } from '../platform/connection-errors.ts'
import { type Queries, sendTogether, queriesOn } from './queries.ts'

export type Work<Result> = (queries: Queries) => Promise<Result>

export interface TransactionOptions {
  isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /** Statements that are sent in one packet with the commit. */
  last?: Work<unknown>
}

const retryable = new Set(['40001', '40P01'])

export function transaction<Result>(
  pool: pg.Pool,
  work: Work<Result>,
  options: TransactionOptions,
): Promise<Result> {
  return withRetries(() => attemptTransaction(pool, work, options))
}

export async function withRetries<Result>(attemptWork: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptWork()
    } catch (error) {
      // Retries only if the database rolled back, because otherwise the outcome is unknown.
      if (attempt === 5 || !(retryable.has(sqlState(error) ?? '') || isStalePlan(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt))
    }
  }
}

async function attemptTransaction<Result>(
  pool: pg.Pool,
  work: Work<Result>,
  { isolation = 'read committed', last }: TransactionOptions,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    // Not awaited: it is sent in one packet with the first query, which fails too if this statement fails.
    sendTogether(client)
    const started = client.query(
      isolation === 'read committed' ? 'begin' : `begin isolation level ${isolation}`,
    )
    started.catch(() => {})
    const queries = queriesOn(client)
    const result = await work(queries)
    sendTogether(client)
    const [closing, commit] = await Promise.allSettled([last?.(queries), client.query('commit')])
    if (closing.status === 'rejected') throw closing.reason
    if (commit.status === 'rejected') throw commit.reason
    // If an error inside the transaction was ignored, PostgreSQL responds to COMMIT with ROLLBACK.
    if (commit.value.command !== 'COMMIT') throw new Error('The transaction was rolled back.')
    return result
  } catch (error) {
    if (isConnectionError(error) || isStalePlan(error)) broken = error as Error
    else await client.query('rollback').catch((failure: Error) => (broken = failure))
    throw error
  } finally {
    client.release(broken)
  }
}
