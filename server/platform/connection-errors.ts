import pg from 'pg'

/** Returns the SQLSTATE of a PostgreSQL error. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

// The driver reports a lost connection with one of these messages, or with an error code of the operating system.
const noResponse =
  /^(Connection terminated|Query read timeout|timeout exceeded|Client (has encountered|was closed)|The database worker)/
const unreachable = /^(ECONN|EPIPE|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|ENOENT|EAI_)/

/**
 * Returns whether the connection must be replaced: it was lost, the server ended it, a statement timed out in it, or
 * the server became a read-only replica after a failover (25006).
 */
export function isConnectionError(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return /^(08|57P0|53300|25006)/.test(state)
  if (!(error instanceof Error)) return false
  return noResponse.test(error.message) || unreachable.test(String((error as NodeJS.ErrnoException).code))
}

/** Returns whether the database or its worker has no space left. */
export function isStorageFull(error: unknown): boolean {
  return sqlState(error) === '53100' || (error as NodeJS.ErrnoException | undefined)?.code === 'ENOSPC'
}

/** Returns whether another node changed a table after this connection prepared a statement. A new connection works. */
export function isStalePlan(error: unknown): boolean {
  return sqlState(error) === '0A000' && (error as Error).message.includes('cached plan')
}
