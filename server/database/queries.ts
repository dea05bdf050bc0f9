import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { isConnectionError, isStalePlan } from './connection-errors.ts'

export interface Queries {
  /**
   * Sends a statement and returns its rows. Every distinct text is prepared under a name, so a connection parses and
   * plans it once: write values as parameters, never into the text.
   */
  run<Row>(sql: string, values?: unknown[]): Promise<Row[]>
}

/** One statement on any connection. (Not `pool.query`: that gives a connection up for every error, even a wrong value.) */
export function queriesOnPool(pool: pg.Pool): Queries {
  return {
    async run<Row>(sql: string, values?: unknown[]) {
      for (let attempt = 1; ; attempt++) {
        const client = await pool.connect()
        let broken: Error | undefined
        try {
          return await queriesOn(client).run<Row>(sql, values)
        } catch (error) {
          if (isConnectionError(error) || isStalePlan(error)) broken = error as Error
          // Nothing was done: the plan was refused before it ran.
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
    run<Row>(sql: string, values: unknown[] = []) {
      return new Promise<Row[]>((resolve, reject) => {
        // Made here, because the driver would make one from a slow copy of what it is given.
        const query = new pg.Query(sql, values, (error, result) =>
          error ? reject(error) : resolve(result.rows as Row[]),
        )
        client.query(Object.assign(query, { name: statementName(sql) }))
      })
    },
  }
}

/**
 * What is sent before the event loop turns goes out in one call to the operating system, which costs more than all that
 * we do for a query. PGlite has no such calls, and wants its exchanges one by one.
 */
export function inOnePacket(
  client: pg.PoolClient,
  later: (flush: () => void) => unknown = process.nextTick,
): void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  if (!(stream instanceof Socket)) return
  stream.cork()
  later(() => stream.uncork())
}

/**
 * At the beginning of a statement: how it is best done depends on its values, so it is planned anew each time. A filter
 * for what is rare wants another index than one for what everything has.
 */
export const plannedEachTime = '/* planned each time */'

/** Sends statements that aren't worth a name: their texts are many and each is sent rarely. */
export function unnamed(queries: Queries): Queries {
  return { run: (sql, values) => queries.run(`${plannedEachTime} ${sql}`, values) }
}

// A server keeps prepared statements until its connection ends, so only so many get a name.
const names = new Map<string, string>()

function statementName(sql: string): string | undefined {
  if (sql.startsWith(plannedEachTime)) return undefined
  const known = names.get(sql)
  if (known !== undefined || names.size >= 1000) return known
  const name = `baton_${names.size}`
  names.set(sql, name)
  return name
}
