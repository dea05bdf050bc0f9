import { parseArgs } from 'node:util'
import { UsageError } from './failures.ts'

export type OptionTypes = Record<string, 'boolean' | 'string'>

/** Reads the options of a command that isn't an operation, such as login. */
export function readOptions(words: string[], types: OptionTypes): Map<string, string> {
  const known = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }]))
  try {
    const { values } = parseArgs({ args: words, options: known })
    return new Map(Object.entries(values).map(([name, value]) => [name, String(value)]))
  } catch (error) {
    throw new UsageError(error instanceof Error ? `${error.message.split('. ')[0]}.` : String(error))
  }
}
