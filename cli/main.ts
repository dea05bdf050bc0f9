import { type Command, commands, domains, kebab } from './commands.ts'
import { UsageError, report } from './failures.ts'
import { commandHelp, domainHelp, generalHelp } from './help.ts'
import { orNearest } from './nearest.ts'
import { runCommand } from './run-command.ts'
import { ownCommands } from './session.ts'
import { version } from './version.ts'

/** Finds the command that the words name, runs it and gives the exit code. */
export async function main(given: string[]): Promise<number> {
  const [first, ...others] = given
  const words = first === 'help' ? [...others, '--help'] : given
  try {
    await dispatch(words)
    return 0
  } catch (error) {
    return report(error, hintFor(words))
  }
}

async function dispatch([first, ...rest]: string[]): Promise<void> {
  if (first === undefined || isHelp(first)) return console.log(generalHelp())
  if (first === '--version' || first === '-V') return console.log(`baton ${version()}`)
  if (first.startsWith('-')) throw new UsageError(`Put the command first and ${first} after it.`)
  const own = ownCommands[first]
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

function find(domain: string, action: string): Command {
  const known = commands.filter((command) => command.domain === domain)
  const found = known.find((command) => command.action === kebab(action))
  if (found) return found
  const names = known.map((command) => command.action)
  throw new UsageError(`There is no command "${domain} ${action}". ${orNearest(action, names)}`)
}

/** The most precise page of help there is for what was typed. */
function hintFor([first, action]: string[]): string {
  if (first !== undefined && first in ownCommands) return `baton ${first} --help`
  if (first === undefined || !domains.includes(first)) return 'baton --help'
  const known = commands.some((command) => command.domain === first && command.action === kebab(action ?? ''))
  return known ? `baton ${first} ${action} --help` : `baton ${first} --help`
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h'
}
