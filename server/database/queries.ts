import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { isConnectionError, isStalePlan } from '../platform/connection-errors.ts'
import { RowQuery } from './row-query.ts'
import type { Sql } from './sql.ts'

export interface Queries {
  /**
   * Sends a statement and returns its rows. Every distinct text is prepared under a name, so that a connection parses
   * and plans it once.
   */
  run<Row>(sql: Sql): Promise<Row[]>
}

/**
 * Runs each statement on any connection. (`pool.query` would drop the connection after every error, even a wrong
 * value.)
 */
export function queriesOnPool(pool: pg.Pool): Queries {
  return {
    async run<Row>(sql: Sql) {
      for (let attempt = 1; ; attempt++) {
        const client = await pool.connect()
        let broken: Error | undefined
        try {
          return await queriesOn(client).run<Row>(sql)
        } catch (error) {
          if (isConnectionError(error) || isStalePlan(error)) broken = error as Error
          // Safe to retry, because a stale plan is rejected before it runs.
          if (!isStalePlan(error) || attempt === 5) throw error
        } finally {
          client.release(broken)
        }
      }
    },
  }
}

export function queriesOn(client: pg.PoolClient): Queries {
  return {
    run<Row>({ text, values, isPrepared }: Sql) {
      return new Promise<Row[]>((resolve, reject) => {
        // Created here, because the driver would create it from a slow copy of its arguments.
        const query = new RowQuery(text, values, (error) =>
          error ? reject(error) : resolve(query.rowsRead as Row[]),
        )
        query.name = isPrepared ? statementName(text) : undefined
        client.query(query as unknown as pg.Submittable)
      })
    },
  }
}

/**
 * Sends all statements of one event loop turn with a single system call, because the call costs more than the rest of a
 * query. Does nothing for PGlite, which has no socket and needs separate exchanges.
 */
export function sendTogether(
  client: pg.PoolClient,
  later: (flush: () => void) => unknown = process.nextTick,
): void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  if (!(stream instanceof Socket)) return
  stream.cork()
  later(() => stream.uncork())
}

/** Sends statements unnamed, for many different texts that are each sent rarely. */
export function unnamed(queries: Queries): Queries {
  return {
    run: (sql) => queries.run(sql.unprepared),
  }
}

// A server keeps prepared statements until the connection ends, so their number is limited.
const names = new Map<string, string>()

function statementName(sql: string): string | undefined {
  const known = names.get(sql)
  if (known !== undefined || names.size >= 1000) return known
  const name = `baton_${names.size}`
  names.set(sql, name)
  return name
}
