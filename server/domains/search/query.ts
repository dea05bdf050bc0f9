import { z } from 'zod'

export const questionField = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .describe('What to look for: words, or a question. "several words" must stand there so, -word must not.')

export interface Question {
  text: string
  phrases: string[]
  without: string[]
}

/** What somebody typed, with what they marked in it. */
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

// Below this, two texts have as good as nothing to do with each other.
export const leastSimilarity = 0.25
