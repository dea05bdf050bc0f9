import { type Typed, readArguments } from './arguments.ts'
import { askSecret, readInput, readInputFile } from './ask.ts'
import type { Command } from './commands.ts'
import { configFile, keepLogin, readSettings } from './config.ts'
import { type Call, connect } from './connection.ts'
import { UsageError } from './failures.ts'
import type { Field } from './fields.ts'
import { render } from './render.ts'
import { terminalWidth } from './text.ts'
import { valueOf } from './values.ts'

type Values = Record<string, unknown>

/** Runs an operation with what was typed, and prints its answer. */
export async function runCommand(command: Command, words: string[]): Promise<void> {
  if (command.answers === 'file' && process.stdout.isTTY)
    throw new UsageError('The answer is a file: say where to with "> name".')
  const typed = readArguments(words, command.fields, optionsOf(command))
  const { input, headers } = await valuesOf(command, typed)
  const settings = readSettings()
  const call = connect(settings, headers, command.answers)
  if (command.answers === 'file') return writeFile(await call(command.id, input))
  const all = typed.options.has('all')
  const answer = all ? await everyPage(command, call, input) : await call(command.id, input)
  const shown = command.signsIn ? keepLogin(settings.url, answer) : answer
  if (command.signsIn) console.error(`The login is kept in ${configFile()}.`)
  console.log(
    typed.options.has('json')
      ? JSON.stringify(shown, null, 2)
      : render(shown, terminalWidth(), Object.keys(input)),
  )
  if (!all && command.paged && hasMore(answer) && !typed.options.has('json'))
    console.error('There is more: add --all for everything.')
}

/** What every command takes besides the fields of its operation. */
export function optionsOf(command: Command): string[] {
  if (command.answers === 'file') return []
  return command.paged ? ['json', 'all'] : ['json']
}

async function valuesOf(command: Command, typed: Typed) {
  const input: Values = {}
  const headers: Record<string, string> = {}
  for (const field of command.fields) {
    const texts = typed.fields.get(field.flag)
    if (texts === undefined) continue
    const value = texts.length === 1 && texts[0] === '-' ? await inputAs(field) : valueOf(field, texts)
    if (field.place === 'header') headers[field.name] = headerText(field, String(value))
    else input[field.name] = value
  }
  const missing = command.fields.filter(({ name, required }) => required && !(name in input))
  const secret = missing.find(({ name }) => name === 'password')
  const others = missing.filter((field) => field !== secret)
  if (others.length > 0)
    throw new UsageError(
      `"baton ${command.domain} ${command.action}" needs ${others.map(named).join(' and ')}.`,
    )
  // Asked for rather than typed, so that it is not left in the history of the shell.
  if (secret) input[secret.name] = await askSecret('Password: ')
  return { input, headers }
}

function inputAs({ kind, name }: Field): Promise<string | File> {
  return kind === 'file' ? readInputFile(name) : readInput()
}

function named({ place, flag }: Field): string {
  return place === 'path' ? `<${flag}>` : `--${flag}`
}

/** Versions are numbers to people and quoted tags to HTTP. */
function headerText({ name }: Field, text: string): string {
  return name === 'If-Match' && /^\d+$/.test(text) ? `"${text}"` : text
}

async function everyPage(command: Command, call: Call, input: Values): Promise<Values> {
  const most = command.fields.find(({ name }) => name === 'limit')?.schema.maximum
  const pages = most === undefined ? input : { limit: most, ...input }
  const items: unknown[] = []
  let answer = await call(command.id, pages)
  for (;;) {
    items.push(...[answer.items].flat())
    if (!hasMore(answer)) return { ...answer, items }
    answer = await call(command.id, { ...pages, cursor: answer.nextCursor })
  }
}

/** A feed always has a next cursor, and says by `more` whether there is anything behind it yet. */
function hasMore({ nextCursor, more }: Values): boolean {
  return Boolean(nextCursor) && more !== false
}

/** As it is, for the shell to say where to. */
function writeFile({ bytes }: Values): void {
  if (bytes instanceof Uint8Array) process.stdout.write(bytes)
}
