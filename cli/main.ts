import { interrupt } from './ask.ts'
import { type Command, commands, domains } from './commands.ts'
import { UsageError, exitCodes, report } from './failures.ts'
import { kebab } from './fields.ts'
import { commandHelp, domainHelp, generalHelp } from './help.ts'
import { orNearest } from './nearest.ts'
import { type OwnCommand, ownCommands } from './own-commands.ts'
import { runCommand } from './run-command.ts'
import { version } from './version.ts'

/** Runs the command that the words name and returns the exit code. */
export async function main(args: string[]): Promise<number> {
  process.on('SIGINT', interrupt)
  process.stdout.on('error', leaveClosedPipe)
  const [first, ...others] = args
  const words = first === 'help' ? [...others, '--help'] : args
  try {
    await dispatch(words)
    return exitCodes.done
  } catch (error) {
    return report(error, hintFor(words))
  }
}

async function dispatch([first, ...rest]: string[]): Promise<void> {
  if (first === undefined || isHelp(first)) return console.log(generalHelp())
  if (first === '--version' || first === '-V') return console.log(`baton ${version}`)
  if (first.startsWith('-')) throw new UsageError(`Put the command first and ${first} after it.`)
  const own = ownCommandOf(first, rest)
  if (own) return rest.some(isHelp) ? console.log(own.help) : own.run(rest)
  if (!domains.includes(first))
    throw new UsageError(
      `There is no command "${first}". ${orNearest(first, [...Object.keys(ownCommands), ...domains])}`,
    )
  const [action, ...words] = rest
  if (action === undefined || isHelp(action)) return console.log(domainHelp(first))
  const command = find(first, action)
  return words.some(isHelp) ? console.log(commandHelp(command)) : runCommand(command, words)
}

/** Returns the command that isn't an operation. "sync" is one and also a domain: `baton sync push` is an operation. */
function ownCommandOf(first: string, [action = '']: string[]): OwnCommand | undefined {
  if (!Object.hasOwn(ownCommands, first) || isOperation(first, action)) return undefined
  return ownCommands[first]
}

function isOperation(domain: string, action: string): boolean {
  return commands.some((command) => command.domain === domain && command.action === kebab(action))
}

function find(domain: string, action: string): Command {
  const known = commands.filter((command) => command.domain === domain)
  const found = known.find((command) => command.action === kebab(action))
  if (found) return found
  const names = known.map((command) => command.action)
  throw new UsageError(`There is no command "${domain} ${action}". ${orNearest(action, names)}`)
}

/** Returns the command for the most specific help page. */
function hintFor([first, action]: string[]): string {
  if (first === undefined) return 'baton --help'
  if (isOperation(first, action ?? '')) return `baton ${first} ${action} --help`
  return Object.hasOwn(ownCommands, first) || domains.includes(first)
    ? `baton ${first} --help`
    : 'baton --help'
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h'
}

/** Exits with success if the pipe was closed early, as in `baton tasks list | head`. */
function leaveClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit(exitCodes.done)
}
