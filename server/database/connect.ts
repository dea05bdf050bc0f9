import pg from 'pg'
import { pgliteStream } from './pglite-stream.ts'

/**
 * One small interface over both engines. PGlite speaks the PostgreSQL protocol through a worker thread, so the
 * driver, the pool, the errors and the types are the same code in both cases; only the stream differs.
 */
export interface Queries {
  /**
   * Sends a statement and returns its rows. Every distinct text is prepared under a name, so a connection parses and
   * plans it once: write values as parameters, never into the text.
   */
  run<Row>(sql: string, values?: unknown[]): Promise<Row[]>
}

export interface Database extends Queries {
  readonly engine: 'pglite' | 'pgsql'
  transaction<Result>(work: (queries: Queries) => Promise<Result>, isolation?: Isolation): Promise<Result>
  /** A connection of one's own, for LISTEN, advisory locks and long reads. Release it. */
  connect(): Promise<pg.PoolClient>
  close(): Promise<void>
}

export type Isolation = 'read committed' | 'repeatable read' | 'serializable'
export type DatabaseOptions = Engine & {
  /** Milliseconds that a statement may take; 0 for commands that may take their time. */
  timeout?: number
}
type Engine = { engine: 'pglite'; folder: string } | { engine: 'pgsql'; url: string; pool: number }

export function openDatabase(options: DatabaseOptions): Database {
  const timeout = options.timeout ?? 15_000
  const pool = new pg.Pool({
    ...(options.engine === 'pglite' ? embedded(options.folder) : server(options.url, options.pool, timeout)),
    pipeline: true,
    types: { getTypeParser },
    connectionTimeoutMillis: 20_000,
    // The database ends a statement itself; this is for one that cannot (PGlite), or that is out of reach.
    query_timeout: timeout && timeout + 5_000,
  })
  // A connection that breaks while idle is dropped and replaced by the pool; the next query meets the new one.
  pool.on('error', () => {})
  // One that breaks while it is in use fails the query it is used for. Unheard, its error would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    engine: options.engine,
    ...queriesOnPool(pool),
    transaction: (work, isolation) => transaction(pool, work, isolation),
    connect: () => pool.connect(),
    close: () => pool.end(),
  }
}

// One connection is one session inside one worker: transactions queue behind each other, as PGlite wants it.
function embedded(folder: string): pg.PoolConfig {
  return {
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    database: 'postgres',
    stream: () => pgliteStream(folder),
  }
}

function server(url: string, max: number, timeout: number): pg.PoolConfig {
  return {
    connectionString: url,
    max,
    application_name: 'baton',
    options: '-c timezone=UTC',
    statement_timeout: timeout,
    lock_timeout: 10_000,
    // An abandoned transaction would hold back every reader of the journal.
    idle_in_transaction_session_timeout: 20_000,
  }
}

const retryable = new Set(['40001', '40P01'])

async function transaction<Result>(
  pool: pg.Pool,
  work: (queries: Queries) => Promise<Result>,
  isolation: Isolation = 'read committed',
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptTransaction(pool, work, isolation)
    } catch (error) {
      // Only what the database rolled back itself is tried again: its outcome is certain.
      if (attempt === 5 || !(retryable.has(sqlState(error) ?? '') || isStalePlan(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt))
    }
  }
}

async function attemptTransaction<Result>(
  pool: pg.Pool,
  work: (queries: Queries) => Promise<Result>,
  isolation: Isolation,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    // Not awaited: it travels in one packet with the first query, which fails too if this one does.
    const begun = client.query(
      isolation === 'read committed' ? 'begin' : `begin isolation level ${isolation}`,
    )
    begun.catch(() => {})
    const result = await work(queriesOn(client))
    // Where a statement failed and its failure was overlooked, PostgreSQL answers COMMIT with a mere ROLLBACK.
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back.')
    return result
  } catch (error) {
    if (isConnectionError(error) || isStalePlan(error)) broken = error as Error
    else await client.query('rollback').catch((failure: Error) => (broken = failure))
    throw error
  } finally {
    client.release(broken)
  }
}

/** The five characters by which PostgreSQL names what went wrong. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

// How the driver says that there is no answer to be had: by these beginnings, or by a code of the operating system.
const unanswered =
  /^(Connection terminated|Query read timeout|timeout exceeded|Client (has encountered|was closed)|The database worker)/
const unreachable = /^(ECONN|EPIPE|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|ENOENT|EAI_)/

/** Whether the connection is of no use any more: lost, ended by the server, or with a statement stuck in it. */
export function isConnectionError(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return /^(08|57P0|53300)/.test(state)
  if (!(error instanceof Error)) return false
  return unanswered.test(error.message) || unreachable.test(String((error as NodeJS.ErrnoException).code))
}

/** One statement on any connection. (Not `pool.query`: that gives a connection up for every error, even a wrong value.) */
function queriesOnPool(pool: pg.Pool): Queries {
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

function queriesOn(client: pg.PoolClient): Queries {
  return {
    async run<Row>(sql: string, values: unknown[] = []) {
      const result = await client.query({ name: statementName(sql), text: sql, values })
      return result.rows as Row[]
    },
  }
}

/** Another node has changed a table since this connection prepared its statement: a new connection knows the new one. */
function isStalePlan(error: unknown): boolean {
  return sqlState(error) === '0A000' && (error as Error).message.includes('cached plan')
}

// A server keeps prepared statements until its connection ends, so only so many get a name.
const names = new Map<string, string>()

function statementName(sql: string): string | undefined {
  const known = names.get(sql)
  if (known !== undefined || names.size >= 1000) return known
  const name = `baton_${names.size}`
  names.set(sql, name)
  return name
}

// Times are strings on the wire and in our answers, so they are never made into Date objects in between.
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === 1184 && format !== 'binary') return isoTime as never
  return pg.types.getTypeParser(oid, format)
}

function isoTime(text: string): string {
  // '2026-11-15 01:53:10.123456+00' becomes '2026-11-15T01:53:10.123Z'
  const day = text.slice(0, 10)
  const fraction = text.charCodeAt(19) === 46 ? text.slice(20, text.lastIndexOf('+')) : ''
  return `${day}T${text.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}
