import fs from 'node:fs'

/** Texts, and questions that each have one text as the answer. */
export interface Collection {
  name: string
  documents: Map<string, string>
  questions: { text: string; answer: string }[]
}

/** Returns typical memories of software agents, with questions in other words or lookups by name. */
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
