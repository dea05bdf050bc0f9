import fs from 'node:fs'

/** Texts, and questions that each have one text as the answer, or none. */
export interface Collection {
  name: string
  documents: Map<string, string>
  questions: Question[]
}

export interface Question {
  text: string
  /** The name of the document that answers it. Undefined if no document does. */
  answer: string | undefined
  group: string
}

const groups = ['english', 'lookups', 'german', 'unanswerable'] as const

/**
 * Returns typical memories of software agents, with questions in other words, lookups by name, German questions and
 * questions without an answer. The constants of the search were chosen with the set `tuning` only. The set `held-out`
 * was written before, about another project.
 */
export function ownCollection(set: 'tuning' | 'held-out'): Collection {
  return {
    name: `${set} memories`,
    documents: new Map(read(set, 'memories')),
    questions: groups.flatMap((group) =>
      read(set, group).map(([answer, text]) => ({
        text,
        group,
        answer: group === 'unanswerable' ? undefined : answer,
      })),
    ),
  }
}

function read(set: string, name: string): [id: string, text: string][] {
  const file = new URL(`./${set}/${name}.txt`, import.meta.url)
  if (!fs.existsSync(file)) return []
  const lines = fs.readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => [line.slice(0, 4), line.slice(5)])
}
