import fs from 'node:fs'

/** Texts, and questions with the one text that answers each. */
export interface Collection {
  name: string
  documents: Map<string, string>
  questions: { text: string; answer: string }[]
}

/** What agents of a software team might remember, asked for in other words (questions) and by name (lookups). */
export function ownCollection(questions: 'questions' | 'lookups', name: string): Collection {
  return {
    name,
    documents: new Map(read('memories')),
    questions: read(questions).map(([answer, text]) => ({ answer, text })),
  }
}

function read(file: string): [id: string, text: string][] {
  const lines = fs
    .readFileSync(new URL(`./${file}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => [line.slice(0, 4), line.slice(5)])
}
