/** An error that the operator can fix. It is printed as one sentence; other errors are printed with a stack trace. */
export class OperatorError extends Error {}

/** Prints why a command failed and sets the exit code. */
export function reportFailure(error: unknown): void {
  console.error(sentence(error) ?? error)
  process.exitCode = 1
}

function sentence(error: unknown): string | undefined {
  if (error instanceof OperatorError) return error.message
  const { code, message, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.`
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOSPC')
    return `The data folder can't be used: ${message}`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EHOSTUNREACH') {
    return `The database can't be reached: ${message || code}. Check DATABASE_URL.`
  }
  if (code === '53100')
    return 'The database has no space left. Free some space on its disk, then start again.'
  // PostgreSQL error class 28 is a failed login. 3D000 is an unknown database.
  if (code?.startsWith('28') || code === '3D000')
    return `The database rejected the connection: ${message}. Check DATABASE_URL.`
  return undefined
}
