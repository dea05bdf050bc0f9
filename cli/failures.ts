import { Problem } from '../server/operations/client.ts'
import { clean } from './text.ts'

/** The person typed something that is no command. */
export class UsageError extends Error {}

/** The sentence is all there is to say: nothing is wrong with the program. */
export class Failure extends Error {}

const refused = 1
const misused = 2
const offline = 3

/** Says on standard error what went wrong, and gives the exit code that scripts tell it by. */
export function report(error: unknown, help: string): number {
  if (error instanceof UsageError) {
    console.error(`${error.message}\nSee "${help}".`)
    return misused
  }
  if (error instanceof Problem) {
    console.error(clean(error.message))
    for (const { path, message } of error.errors)
      console.error(`  ${clean(path ? `${path}: ${message}` : message)}`)
    return error.code === 'offline' ? offline : refused
  }
  console.error(error instanceof Failure ? error.message : error)
  return refused
}
