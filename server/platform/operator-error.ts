/** What the person who runs the server can mend. It is told in one sentence; anything else is a fault of ours. */
export class OperatorError extends Error {}

/** Prints why a command failed, and makes its exit code say so. */
export function reportFailure(error: unknown): void {
  console.error(sentence(error) ?? error)
  process.exitCode = 1
}

function sentence(error: unknown): string | undefined {
  if (error instanceof OperatorError) return error.message
  const { code, message, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Stop what uses it, or set PORT to another.`
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOSPC')
    return `The data folder cannot be used: ${message}`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EHOSTUNREACH') {
    return `The database cannot be reached: ${message || code}. Check DATABASE_URL.`
  }
  if (code === '53100')
    return 'The database has no space left. Free some space on its disk, then start again.'
  // The classes of PostgreSQL for a wrong login and for a database that is not there.
  if (code?.startsWith('28') || code === '3D000')
    return `The database refused us: ${message}. Check DATABASE_URL.`
  return undefined
}
