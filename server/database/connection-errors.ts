import pg from 'pg'

/** The five characters by which PostgreSQL names what went wrong. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

// How the driver says that there is no answer to be had: by these beginnings, or by a code of the operating system.
const unanswered =
  /^(Connection terminated|Query read timeout|timeout exceeded|Client (has encountered|was closed)|The database worker)/
const unreachable = /^(ECONN|EPIPE|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|ENOENT|EAI_)/

/**
 * Whether the connection is of no use any more: lost, ended by the server, with a statement stuck in it, or to a server that
 * only reads (25006), because another one took over from it.
 */
export function isConnectionError(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return /^(08|57P0|53300|25006)/.test(state)
  if (!(error instanceof Error)) return false
  return unanswered.test(error.message) || unreachable.test(String((error as NodeJS.ErrnoException).code))
}

/** Whether the database, or its worker, has no space left to write. */
export function isStorageFull(error: unknown): boolean {
  return sqlState(error) === '53100' || (error as NodeJS.ErrnoException | undefined)?.code === 'ENOSPC'
}

/** Another node has changed a table since this connection prepared its statement: a new connection knows the new one. */
export function isStalePlan(error: unknown): boolean {
  return sqlState(error) === '0A000' && (error as Error).message.includes('cached plan')
}
