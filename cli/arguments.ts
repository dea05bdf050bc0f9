import { parseArgs } from 'node:util'
import { UsageError } from './failures.ts'
import { type Field, kebab } from './fields.ts'
import { orNearest } from './nearest.ts'

/** What a person typed after the name of a command, before it is given its types. */
export interface Typed {
  /** The texts of each field, by its flag. */
  fields: Map<string, string[]>
  options: Set<string>
}

/** Takes the words apart: `--field value` for any field, bare words for the path's fields in their order. */
export function readArguments(words: string[], fields: Field[], options: string[]): Typed {
  const { tokens } = parseArgs({
    args: words,
    options: Object.fromEntries([
      ...options.map((name) => [name, { type: 'boolean' }] as const),
      ...fields.flatMap(({ flag, name, kind }) => {
        const type = kind === 'flag' ? ('boolean' as const) : ('string' as const)
        return [[flag, { type, multiple: true }] as const, [name, { type, multiple: true }] as const]
      }),
    ]),
    strict: false,
    allowPositionals: true,
    allowNegative: true,
    tokens: true,
  })
  const typed: Typed = { fields: new Map(), options: new Set() }
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
      if (!field) throw new UsageError(`"${token.value}" is one word too many.${quotes(token.value)}`)
      typed.fields.set(field.flag, [token.value])
      continue
    }
    if (options.includes(token.name)) {
      typed.options.add(token.name)
      continue
    }
    const field = fieldOf(token, fields, options)
    const value = textOf(token, field)
    typed.fields.set(field.flag, [...(typed.fields.get(field.flag) ?? []), value])
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
  const found = fields.find((field) => field.name === name || field.flag === kebab(name))
  if (found) return found
  const known = [...fields.map(({ flag }) => flag), ...options].map((flag) => `--${flag}`)
  throw new UsageError(`There is no ${rawName} here. ${orNearest(`--${kebab(name)}`, known)}`)
}

function textOf({ rawName, value, inlineValue }: OptionToken, field: Field): string {
  if (field.kind === 'flag') return value ?? String(!rawName.startsWith('--no-'))
  if (value === undefined) throw new UsageError(`${rawName} needs a value.`)
  // "--title --json" is a forgotten title, not a task called "--json".
  if (!inlineValue && value.startsWith('--'))
    throw new UsageError(`${rawName} needs a value. If "${value}" is meant, write ${rawName}=${value}.`)
  return value
}

/** `--archived true` is meant as one. */
function flagBefore(
  tokens: { kind: string; index: number; name?: string }[],
  index: number,
  fields: Field[],
) {
  const { name } = tokens.find((token) => token.kind === 'option' && token.index === index - 1) ?? {}
  return fields.find((field) => field.kind === 'flag' && (field.name === name || field.flag === name))?.flag
}

function quotes(word: string): string {
  return word.startsWith('-') ? '' : ' A value goes after its --field; one with spaces goes in quotes.'
}
