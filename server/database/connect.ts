import pg from 'pg'
import { pgliteEnded, pgliteStream } from './pglite-stream.ts'
import { queriesOnPool, type Queries } from './queries.ts'
import { readsTogether } from './reads-together.ts'
import { sessionSettings } from './session-settings.ts'
import { sharedConnection } from './shared-connection.ts'
import { statementQueues } from './statement-queues.ts'
import { type Storage, watchStorage } from './storage.ts'
import { type TransactionOptions, type Work, withRetries, transaction } from './transaction.ts'
import { getTypeParser } from './values.ts'

/**
 * The interface to both engines. PGlite speaks the PostgreSQL protocol through a worker thread, so both use the same
 * driver, pool, errors and types. Only the stream differs.
 */
export interface Database extends Queries {
  readonly engine: 'pglite' | 'pgsql'
  /** Runs `work` in a transaction. Statements of `options.last` are sent in one packet with the commit. */
  transaction<Result>(work: Work<Result>, options?: TransactionOptions): Promise<Result>
  /** Runs work that consists of a single atomic statement, which can wait in a queue. Retries it like a transaction. */
  statement<Result>(work: Work<Result>): Promise<Result>
  /**
   * Runs the short statement that every request starts with. All share one connection, and statements of one event loop
   * turn are sent together, so each costs less on a busy server.
   */
  lookUp: Queries['run']
  /** Returns the queries of one read: statements that it starts in the same turn are sent in one packet. */
  reads(): Queries
  /** Returns a dedicated connection for LISTEN, advisory locks and long reads. The caller must release it. */
  connect(): Promise<pg.PoolClient>
  /** Connections of the pool, and callers that wait for one. */
  connections(): { used: number; idle: number; waiting: number }
  storage: Storage
  close(): Promise<void>
}

export type DatabaseOptions = Engine & {
  /** Statement timeout in milliseconds. 0 means none. */
  timeout?: number
}
type Engine = { engine: 'pglite'; folder: string } | { engine: 'pgsql'; url: string; pool: number }

export function openDatabase(options: DatabaseOptions): Database {
  const timeout = options.timeout ?? 15_000
  const pool = new pg.Pool({
    ...(options.engine === 'pglite' ? embedded(options.folder) : server(options.url, options.pool, timeout)),
    pipeline: true,
    types: { getTypeParser },
    // The embedded database is created on the first connect, which can be slow on a busy machine.
    connectionTimeoutMillis: options.engine === 'pglite' ? 120_000 : 20_000,
    // The server enforces its own timeout. This one is for PGlite, which can't, and for an unreachable server.
    query_timeout: timeout && timeout + 5_000,
  })
  // The pool replaces a connection that breaks while idle.
  pool.on('error', () => {})
  // A connection that breaks in use fails its query. Without a listener, its error event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  // The embedded database has only one connection, so there is nothing to share.
  const shared = options.engine === 'pgsql' ? sharedConnection(pool) : undefined
  const queries = queriesOnPool(pool)
  const queued = statementQueues(queries, (work, transactionOptions) =>
    transaction(pool, work, transactionOptions),
  )
  const { storage, watch } = watchStorage()
  return {
    engine: options.engine,
    run: (sql) => watch(queries.run(sql)),
    lookUp: (sql) => watch((shared ?? queries).run(sql)),
    transaction: (work, transactionOptions = {}) => watch(transaction(pool, work, transactionOptions)),
    statement: (work) => watch(withRetries(() => work(queued))),
    reads() {
      const together = readsTogether(pool, queries)
      return { run: (sql) => watch(together.run(sql)) }
    },
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
      // The pool doesn't wait until its connections have ended.
      if (options.engine === 'pglite') await pgliteEnded(options.folder)
    },
  }
}

// PGlite supports a single session, so one connection in one worker serves all transactions in turn.
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
    options: ['timezone=UTC', ...sessionSettings].map((setting) => `-c ${setting}`).join(' '),
    statement_timeout: timeout,
    lock_timeout: 10_000,
    // An abandoned transaction would block every reader of the journal.
    idle_in_transaction_session_timeout: 20_000,
  }
}

export type { Queries }
