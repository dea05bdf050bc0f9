import pg from 'pg'
import { pgliteEnded, pgliteStream } from './pglite-stream.ts'
import { queriesOnPool, type Queries } from './queries.ts'
import { searchSettings } from './search-settings.ts'
import { sharedConnection } from './shared-connection.ts'
import { type Storage, watchStorage } from './storage.ts'
import { type TransactionOptions, type Work, retried, transaction } from './transaction.ts'
import { getTypeParser } from './values.ts'

/**
 * One small interface over both engines. PGlite speaks the PostgreSQL protocol through a worker thread, so the
 * driver, the pool, the errors and the types are the same code in both cases; only the stream differs.
 */
export interface Database extends Queries {
  readonly engine: 'pglite' | 'pgsql'
  /** Whatever `options.last` sends goes out together with the commit, and is done or undone with it. */
  transaction<Result>(work: Work<Result>, options?: TransactionOptions): Promise<Result>
  /** For work whose one statement is a transaction by itself: tried again where a transaction would be. */
  statement<Result>(work: Work<Result>): Promise<Result>
  /**
   * For the short statement that every request begins with. All share one connection, and what is asked in one turn of
   * the event loop travels together: the busier the server is, the less each costs.
   */
  lookUp: Queries['run']
  /** A connection of one's own, for LISTEN, advisory locks and long reads. Release it. */
  connect(): Promise<pg.PoolClient>
  /** Connections of the pool, and callers that wait for one. */
  connections(): { used: number; idle: number; waiting: number }
  storage: Storage
  close(): Promise<void>
}

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
    // The embedded one is made when it is first opened, which takes its time where the machine is busy.
    connectionTimeoutMillis: options.engine === 'pglite' ? 120_000 : 20_000,
    // The database ends a statement itself; this is for one that cannot (PGlite), or that is out of reach.
    query_timeout: timeout && timeout + 5_000,
  })
  // A connection that breaks while idle is dropped and replaced by the pool; the next query meets the new one.
  pool.on('error', () => {})
  // One that breaks while it is in use fails the query it is used for. Unheard, its error would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  // The embedded database has but one connection, which everything shares.
  const shared = options.engine === 'pgsql' ? sharedConnection(pool) : undefined
  const queries = queriesOnPool(pool)
  const { storage, watch } = watchStorage()
  return {
    engine: options.engine,
    run: (sql, values) => watch(queries.run(sql, values)),
    lookUp: (sql, values) => watch((shared ?? queries).run(sql, values)),
    transaction: (work, given = {}) => watch(transaction(pool, work, given)),
    statement: (work) => watch(retried(() => work(queries))),
    connect: () => pool.connect(),
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    storage,
    async close() {
      await shared?.close()
      await pool.end()
      // The pool only tells its connections to end.
      if (options.engine === 'pglite') await pgliteEnded(options.folder)
    },
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
    options: ['timezone=UTC', ...searchSettings].map((setting) => `-c ${setting}`).join(' '),
    statement_timeout: timeout,
    lock_timeout: 10_000,
    // An abandoned transaction would hold back every reader of the journal.
    idle_in_transaction_session_timeout: 20_000,
  }
}

export type { Queries }
