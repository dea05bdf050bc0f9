import { Problem } from '../server/assembly/client.ts'
import { clean } from './text.ts'

/** An invalid command line. */
export class UsageError extends Error {}

/** A failure that its message explains completely, so that no stack trace is printed. */
export class Failure extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number = exitCodes.rejected) {
    super(message)
    this.exitCode = exitCode
  }
}

/** The exit codes, documented in `baton --help` and docs/cli.md. Scripts depend on them. */
export const exitCodes = {
  done: 0,
  rejected: 1,
  usage: 2,
  unreachable: 3,
  notSignedIn: 4,
  interrupted: 130,
} as const

/** Prints the failure on standard error and returns its exit code. */
export function report(error: unknown, help: string): number {
  if (error instanceof UsageError) {
    console.error(`${error.message}\nSee "${help}".`)
    return exitCodes.usage
  }
  if (error instanceof Problem) {
    console.error(clean(error.message))
    for (const { path, message } of error.errors)
      console.error(`  ${clean(path ? `${path}: ${message}` : message)}`)
    return exitCodeOf(error)
  }
  console.error(error instanceof Failure ? error.message : error)
  return error instanceof Failure ? error.exitCode : exitCodes.rejected
}

function exitCodeOf({ status, code }: Problem): number {
  if (status === 401) return exitCodes.notSignedIn
  return code === 'offline' || status >= 500 ? exitCodes.unreachable : exitCodes.rejected
}
