import type pg from 'pg'
import { isConnectionError, isStalePlan } from '../platform/connection-errors.ts'
import { type Queries, queriesOn, sendTogether } from './queries.ts'
import type { Sql } from './sql.ts'

interface Waiting {
  statement: Sql
  resolve: (rows: never[]) => void
  reject: (error: unknown) => void
}

/**
 * Sends the statements that one read starts in the same turn of the event loop in one packet on one connection. Sending
 * costs more CPU time than a short statement, and a request with seven statements would use most of the pool.
 *
 * A statement that is planned for its values can be slow, so it runs on its own connection, beside the others.
 */
export function readsTogether(pool: pg.Pool, alone: Queries): Queries {
  let waiting: Waiting[] = []
  const flush = () => {
    const batch = waiting
    waiting = []
    if (batch.length === 1) void runAlone(alone, batch[0]!)
    else void runBatch(pool, alone, batch)
  }
  return {
    run<Row>(statement: Sql) {
      if (!statement.isPrepared) return alone.run<Row>(statement)
      return new Promise<Row[]>((resolve, reject) => {
        // After the promises of this turn, which can start more statements.
        if (waiting.length === 0) process.nextTick(flush)
        waiting.push({ statement, resolve, reject })
      })
    },
  }
}

function runAlone(alone: Queries, { statement, resolve, reject }: Waiting): Promise<void> {
  return alone.run<never>(statement).then(resolve, reject)
}

/** Each statement fails or succeeds by itself, as it would on its own connection. */
async function runBatch(pool: pg.Pool, alone: Queries, batch: Waiting[]): Promise<void> {
  let client: pg.PoolClient
  try {
    client = await pool.connect()
  } catch (error) {
    for (const { reject } of batch) reject(error)
    return
  }
  let broken: Error | undefined
  const stale: Waiting[] = []
  sendTogether(client)
  const queries = queriesOn(client)
  await Promise.all(
    batch.map((each) =>
      queries.run<never>(each.statement).then(each.resolve, (error: Error) => {
        if (isConnectionError(error) || isStalePlan(error)) broken = error
        // A stale plan is rejected before it runs, so the statement can run again on another connection.
        if (isStalePlan(error)) stale.push(each)
        else each.reject(error)
      }),
    ),
  )
  client.release(broken)
  await Promise.all(stale.map((each) => runAlone(alone, each)))
}
