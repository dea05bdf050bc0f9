import { parseArgs } from 'node:util'
import { UsageError } from './failures.ts'
import { type Field, kebab } from './fields.ts'
import { orNearest } from './nearest.ts'
import type { OptionTypes } from './options.ts'

/** The parsed words after a command's name. */
export interface Typed {
  /** The texts of each field, by its flag. */
  fields: Map<string, string[]>
  /** The options that every command has, such as --json. A switch has the text "true". */
  options: Map<string, string>
}

/** Reads `--field value` for any field. Words without a flag fill the fields of the path in order. */
export function readArguments(words: string[], fields: Field[], options: OptionTypes): Typed {
  const types: OptionTypes = { ...options }
  for (const { flag, name, kind } of fields) {
    const names = kind === 'flag' ? [flag, name, `no-${flag}`] : [flag, name]
    for (const each of names) types[each] = kind === 'flag' ? 'boolean' : 'string'
  }
  const { tokens } = parseArgs({
    args: words,
    options: Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const typed: Typed = { fields: new Map(), options: new Map() }
  const unnamed = fields.filter(({ place }) => place === 'path')
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue
    if (token.kind === 'positional') {
      const before = typed.fields.get(flagBefore(tokens, token.index, fields) ?? '')
      if (before && ['true', 'false'].includes(token.value)) {
        before[0] = token.value
        continue
      }
      const field = unnamed.find(({ flag }) => !typed.fields.has(flag))
      if (!field) throw new UsageError(`"${token.value}" is one argument too many.${hintAt(token.value)}`)
      typed.fields.set(field.flag, [token.value])
      continue
    }
    const option = options[token.name]
    if (option) {
      typed.options.set(token.name, option === 'boolean' ? 'true' : valueText(token))
      continue
    }
    const field = fieldOf(token, fields, Object.keys(options))
    typed.fields.set(field.flag, [...(typed.fields.get(field.flag) ?? []), textOf(token, field)])
  }
  return typed
}

type OptionToken = {
  name: string
  rawName: string
  value?: string | undefined
  inlineValue?: boolean | undefined
}

function fieldOf({ name, rawName }: OptionToken, fields: Field[], options: string[]): Field {
  const found = fields.find(
    (field) =>
      field.name === name ||
      field.flag === kebab(name) ||
      (field.kind === 'flag' && kebab(name) === `no-${field.flag}`),
  )
  if (found) return found
  const known = [...fields.map(({ flag }) => flag), ...options].map((flag) => `--${flag}`)
  throw new UsageError(`This command has no ${rawName}. ${orNearest(`--${kebab(name)}`, known)}`)
}

function textOf(token: OptionToken, field: Field): string {
  if (field.kind !== 'flag') return valueText(token)
  return token.value ?? String(field.flag === kebab(token.name) || field.name === token.name)
}

function valueText({ rawName, value, inlineValue }: OptionToken): string {
  if (value === undefined) throw new UsageError(`${rawName} needs a value.`)
  // "--title --json" is a missing title, not a task with the title "--json".
  if (!inlineValue && value.startsWith('--'))
    throw new UsageError(`${rawName} needs a value. To pass "${value}", write ${rawName}=${value}.`)
  return value
}

/** Finds the flag that a following "true" or "false" belongs to, as in `--archived true`. */
function flagBefore(
  tokens: { kind: string; index: number; name?: string }[],
  index: number,
  fields: Field[],
) {
  const { name } = tokens.find((token) => token.kind === 'option' && token.index === index - 1) ?? {}
  return fields.find((field) => field.kind === 'flag' && (field.name === name || field.flag === name))?.flag
}

function hintAt(word: string): string {
  return word.startsWith('-') ? '' : ' Put --field before a value, and quotes around a value with spaces.'
}
