import { z } from 'zod'

export const questionField = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .describe('Words or a question. Supports "exact phrases" and -excluded words. At most 500 characters.')

export interface Question {
  text: string
  phrases: string[]
  without: string[]
}

/** Extracts phrases and exclusions from the typed query. */
export function readQuestion(typed: string): Question {
  const phrases: string[] = []
  const without: string[] = []
  const text = typed
    .replace(/(?<=^|\s)-"([^"]+)"/g, (_, phrase: string) => (without.push(phrase), ' '))
    .replace(/"([^"]+)"/g, (_, phrase: string) => (phrases.push(phrase), ` ${phrase} `))
    .replace(/(?<=^|\s)-(?=[\p{L}\p{N}])(\S+)/gu, (_, word: string) => (without.push(word), ' '))
    .replace(/\s+/g, ' ')
    .trim()
  return { text, phrases, without }
}
