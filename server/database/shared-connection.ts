import type pg from 'pg'
import { isConnectionError, isStalePlan } from './connection-errors.ts'
import { inOnePacket, queriesOn } from './queries.ts'

/**
 * One connection for the many short statements that requests begin with: opened when first asked, replaced when it
 * breaks. Nothing that takes a lock or a while may be asked of it, since all wait for each other.
 */
export function sharedConnection(pool: pg.Pool) {
  let shared: Promise<pg.PoolClient> | undefined
  // Those who wait for an answer get it still: the driver says goodbye after the last one.
  const giveUp = async (connection: Promise<pg.PoolClient> | undefined) => {
    if (connection === undefined || shared !== connection) return
    shared = undefined
    await connection.then((client) => client.release(true)).catch(() => {})
  }
  const open = () => {
    const connection = pool.connect()
    connection
      .then((client) => client.once('error', () => giveUp(connection)))
      .catch(() => giveUp(connection))
    return connection
  }
  return {
    async run<Row>(sql: string, values?: unknown[]) {
      for (let attempt = 1; ; attempt++) {
        const connection = (shared ??= open())
        try {
          const client = await connection
          inOnePacket(client, setImmediate)
          return await queriesOn(client).run<Row>(sql, values)
        } catch (error) {
          if (isConnectionError(error) || isStalePlan(error)) await giveUp(connection)
          if (!isStalePlan(error) || attempt === 5) throw error
        }
      }
    },
    close: () => giveUp(shared),
  }
}
