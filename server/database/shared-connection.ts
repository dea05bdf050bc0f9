import type pg from 'pg'
import { isConnectionError, isStalePlan } from '../platform/connection-errors.ts'
import type { Sql } from './sql.ts'
import { sendTogether, queriesOn } from './queries.ts'

/**
 * Shares one connection among the short statements that requests start with. Opens it on first use and replaces it when
 * it breaks. Don't use it for locks or slow statements, because all statements wait for each other.
 */
export function sharedConnection(pool: pg.Pool) {
  let shared: Promise<pg.PoolClient> | undefined
  // Pending statements still get their results: the driver ends the connection after the last one.
  const drop = async (connection: Promise<pg.PoolClient> | undefined) => {
    if (connection === undefined || shared !== connection) return
    shared = undefined
    await connection.then((client) => client.release(true)).catch(() => {})
  }
  const open = () => {
    const connection = pool.connect()
    connection.then((client) => client.once('error', () => drop(connection))).catch(() => drop(connection))
    return connection
  }
  return {
    async run<Row>(sql: Sql) {
      for (let attempt = 1; ; attempt++) {
        const connection = (shared ??= open())
        try {
          const client = await connection
          sendTogether(client, setImmediate)
          return await queriesOn(client).run<Row>(sql)
        } catch (error) {
          if (isConnectionError(error) || isStalePlan(error)) await drop(connection)
          if (!isStalePlan(error) || attempt === 5) throw error
        }
      }
    },
    close: () => drop(shared),
  }
}
