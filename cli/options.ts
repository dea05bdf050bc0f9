import { parseArgs } from 'node:util'
import { UsageError } from './failures.ts'

/** The options of a command of our own. */
export function options(words: string[], known: Record<string, { type: 'string' | 'boolean' }>) {
  try {
    return parseArgs({ args: words, options: known }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? `${error.message.split('. ')[0]}.` : String(error))
  }
}
