import { bashScript } from './completion-bash.ts'
import { fishScript } from './completion-fish.ts'
import { zshScript } from './completion-zsh.ts'
import { type Command, commands, domains } from './commands.ts'
import { UsageError } from './failures.ts'
import type { Field } from './fields.ts'
import { readOptions } from './options.ts'
import { ownCommands } from './own-commands.ts'
import { optionsOf } from './run-command.ts'
import { fieldNames, itemSchema } from './schema-path.ts'

/*
 * The scripts contain all names, so that a key press starts no program: Node alone takes longer to start than a user
 * waits for a completion.
 */

/** Everything that the scripts complete. */
export interface Completions {
  /** The first words, with their summaries. */
  commands: [name: string, summary: string][]
  /** The second words of each domain, with their summaries. */
  actions: [domain: string, actions: [name: string, summary: string][]][]
  /** The words after each command, such as "tasks list" or "login". */
  words: [command: string, words: string[]][]
}

/**
 * A word in the scripts: `--archived`, or `--status=todo,blocked` for an option with values. `=` alone is a value that
 * can't be completed, `=@` is a file, and `=+` starts the values of a list, which are separated by commas.
 */
const anyValue = '='
const aFile = '=@'
const aList = '=+'

const scripts: Record<string, (completions: Completions) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

export async function printCompletion(words: string[]): Promise<void> {
  const [shell = '', ...rest] = words
  readOptions(rest, {})
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
  if (!script) throw new UsageError(`Name your shell: bash, zsh or fish${shell && `, not "${shell}"`}.`)
  process.stdout.write(script(completions()))
}

function completions(): Completions {
  const own = Object.entries(ownCommands)
  return {
    commands: [
      ...own.map(([name, { summary }]): [string, string] => [name, summary]),
      ...domains.filter(isOnlyDomain).map((domain): [string, string] => [
        domain,
        actionsOf(domain)
          .map(([name]) => name)
          .join(', '),
      ]),
    ],
    actions: domains.filter(isOnlyDomain).map((domain) => [domain, actionsOf(domain)]),
    words: [
      ...own.map(([name, { words }]): [string, string[]] => [
        name,
        // "sync" is a command and a domain.
        [...actionsOf(name).map(([action]) => action), ...words, '--help'],
      ]),
      ...commands.map((command): [string, string[]] => [
        `${command.domain} ${command.action}`,
        wordsOf(command),
      ]),
    ],
  }
}

function isOnlyDomain(domain: string): boolean {
  return !Object.hasOwn(ownCommands, domain)
}

function actionsOf(domain: string): [string, string][] {
  return commands
    .filter((command) => command.domain === domain)
    .map(({ action, summary }) => [action, summary])
}

function wordsOf(command: Command): string[] {
  const names = fieldNames(itemSchema(command.result))
  const options = Object.entries(optionsOf(command)).map(([name, type]) => {
    if (type === 'boolean') return `--${name}`
    return name === 'fields' && names.length > 0
      ? `--fields${aList}${names.join(',')}`
      : `--${name}${anyValue}`
  })
  const positional = command.fields.find(({ place, choices }) => place === 'path' && choices.length > 0)
  return [
    ...(positional ? [`=${positional.choices.join(',')}`] : []),
    ...command.fields.filter(({ place }) => place !== 'path').map(wordOf),
    ...options,
    '--help',
  ]
}

function wordOf({ flag, kind, choices }: Field): string {
  if (kind === 'flag') return `--${flag}`
  if (kind === 'file') return `--${flag}${aFile}`
  if (choices.length === 0) return `--${flag}${anyValue}`
  return `--${flag}${kind === 'list' ? aList : anyValue}${choices.join(',')}`
}
