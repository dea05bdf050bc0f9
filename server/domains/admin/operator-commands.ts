import { parseArgs } from 'node:util'
import { OperationError } from '../../errors/errors.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { createResetLink, listAdministrators, setAdministrator, suspendByOperator } from './operator-users.ts'
import { listSettings, setSetting, showSetting } from './operator-settings.ts'
import type { OperatorSite } from './operator-site.ts'

interface Command {
  /** The words after its name, for the usage. */
  takes: string
  /** The number of words that it requires. */
  words: number
  run(site: OperatorSite, words: string[], reason: string | undefined): Promise<string>
}

/** The tasks of an operator that need no browser and no account. scripts/admin.ts describes them. */
export const operatorCommands: Record<string, Command> = {
  administrators: {
    takes: '',
    words: 0,
    run: listAdministrators,
  },
  'make-administrator': {
    takes: '<user>',
    words: 1,
    run: (site, [user], reason) => setAdministrator(site, user!, true, reason),
  },
  'remove-administrator': {
    takes: '<user>',
    words: 1,
    run: (site, [user], reason) => setAdministrator(site, user!, false, reason),
  },
  'reset-link': {
    takes: '<user>',
    words: 1,
    run: (site, [user]) => createResetLink(site, user!),
  },
  suspend: {
    takes: '<user>',
    words: 1,
    run: (site, [user], reason) => suspendByOperator(site, user!, true, reason),
  },
  unsuspend: {
    takes: '<user>',
    words: 1,
    run: (site, [user], reason) => suspendByOperator(site, user!, false, reason),
  },
  settings: { takes: '', words: 0, run: listSettings },
  'get-setting': {
    takes: '<key>',
    words: 1,
    run: (site, [key]) => showSetting(site, key!),
  },
  'set-setting': {
    takes: '<key> <value>',
    words: 2,
    run: (site, [key, value]) => setSetting(site, key!, value!),
  },
}

/** Runs a command and returns its output. Throws an `OperatorError` for everything that the operator can fix. */
export async function runOperatorCommand(site: OperatorSite, typed: string[]): Promise<string> {
  const { name, words, reason } = readCommand(typed)
  try {
    return await operatorCommands[name]!.run(site, words, reason)
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    throw new OperatorError(error.errors?.[0]?.message ?? error.message)
  }
}

/** Parses the words of a command. The script calls it first, so that a typing error needs no database. */
export function readCommand(typed: string[]) {
  const [name = '', ...words] = typed
  const command = Object.hasOwn(operatorCommands, name) ? operatorCommands[name] : undefined
  if (!command)
    throw new OperatorError(`There is no command "${name}". Run "npm run admin -- --help" for the list.`)
  const { values, positionals } = parse(words)
  if (positionals.length !== command.words)
    throw new OperatorError(`Usage: npm run admin -- ${name} ${command.takes}`.trimEnd())
  return { name, words: positionals, reason: values.reason }
}

function parse(words: string[]) {
  try {
    return parseArgs({ args: words, options: { reason: { type: 'string' } }, allowPositionals: true })
  } catch (error) {
    throw new OperatorError((error as Error).message)
  }
}
