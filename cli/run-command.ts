import { type Typed, readArguments } from './arguments.ts'
import { askSecret, readInput, readInputFile } from './ask.ts'
import type { Command } from './commands.ts'
import { configFile, readSettings, storeLogin } from './config.ts'
import { type Call, connect } from './connection.ts'
import { UsageError } from './failures.ts'
import type { Field } from './fields.ts'
import { openBrowser } from './open-browser.ts'
import type { OptionTypes } from './options.ts'
import { outputOptions, readOutput } from './output.ts'
import { pageOf, pagesOf } from './pages.ts'
import { valueOf } from './values.ts'

type Values = Record<string, unknown>

/** Calls an operation with the typed arguments and prints the result. */
export async function runCommand(command: Command, words: string[]): Promise<void> {
  const typed = readArguments(words, command.fields, optionsOf(command))
  if (command.resultType === 'file' && process.stdout.isTTY)
    throw new UsageError('The result is a file. Redirect it with "> name".')
  const output = readOutput(typed.options, command)
  const { input, headers } = await valuesOf(command, typed)
  const settings = readSettings()
  const call = connect(settings, headers, command.resultType)
  if (command.resultType === 'file') return writeFile(await call(command.id, input))
  const all = typed.options.has('all')
  const result = all ? await everyPage(command, call, input) : await call(command.id, input)
  const isLogin = command.signsIn && ('token' in result || 'access_token' in result)
  const shown = isLogin ? storeLogin(settings.url, result) : result
  if (isLogin) console.error(`Your login is stored in ${configFile()}.`)
  else if ('secondFactor' in result)
    console.error('Finish with "baton second-factor finish --request … --code …".')
  else if (command.signsIn)
    console.error('Confirm your email address with the link in the email, then sign in.')
  if (typed.options.has('web')) return openPage(settings.url, pageOf(command, shown, input))
  output.print(shown, Object.keys(input))
  if (!all && command.paged && hasMore(result) && !output.isJson)
    console.error('There are more items. Add --all to read every page.')
}

/** Returns the options of a command besides the fields of its operation. */
export function optionsOf(command: Command): OptionTypes {
  if (command.resultType === 'file') return {}
  return {
    ...outputOptions,
    ...(command.paged && { all: 'boolean' }),
    ...(pagesOf(command).length > 0 && { web: 'boolean' }),
  }
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
  // Prompts for a password, so that it isn't stored in the shell's history.
  if (secret) input[secret.name] = await askSecret('Password: ')
  return { input, headers }
}

async function inputAs(field: Field): Promise<unknown> {
  if (field.kind === 'file') return readInputFile(field.name)
  const text = await readInput()
  return field.kind === 'text' ? text : valueOf(field, [text])
}

function named({ place, flag }: Field): string {
  return place === 'path' ? `<${flag}>` : `--${flag}`
}

/** Quotes a version, as HTTP's If-Match requires. */
function headerText({ name }: Field, text: string): string {
  return name === 'If-Match' && /^\d+$/.test(text) ? `"${text}"` : text
}

async function everyPage(command: Command, call: Call, input: Values): Promise<Values> {
  const maxLimit = command.fields.find(({ name }) => name === 'limit')?.schema.maximum
  const pages = maxLimit === undefined ? input : { limit: maxLimit, ...input }
  const items: unknown[] = []
  let page = await call(command.id, pages)
  for (;;) {
    items.push(...[page.items].flat())
    if (!hasMore(page)) return { ...page, items }
    page = await call(command.id, { ...pages, cursor: page.nextCursor })
  }
}

/** Returns whether another page exists. A feed always has a next cursor, so its `more` decides. */
function hasMore({ nextCursor, more }: Values): boolean {
  return Boolean(nextCursor) && more !== false
}

/** Opens a page and prints its URL, because a browser opens only on a machine with a screen. */
function openPage(server: string, path: string | undefined): void {
  if (path === undefined) throw new UsageError('The dashboard has no page for this result. Leave out --web.')
  console.log(server + path)
  openBrowser(server + path)
}

/** Writes the bytes unchanged, so that the shell can redirect them. */
function writeFile({ bytes }: Values): void {
  if (bytes instanceof Uint8Array) process.stdout.write(bytes)
}
