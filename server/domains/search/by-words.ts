import { plannedEachTime, type Queries } from '../../database/queries.ts'
import type { Filter } from '../../operations/access.ts'
import type { SearchKind } from './kinds.ts'
import type { Word } from './words.ts'

export interface WordsHit {
  subject_id: string
  subject_kind: SearchKind
  part: number
  /** How well each word is found there, in the order of the words: 0 where it is not. */
  found: number[]
  score: number
  importance: number
  updated_at: string
}

// Ranking costs more than finding: only those are ranked that have the most of the question.
const mostRanked = 200

// How much a word counts that stands there more than once, and how much less in a long text: as BM25 has it, with what
// PostgreSQL knows cheaply. Most parts of texts have about so many different words.
const saturation = 0.6
const usualLength = 60
const inAText = `${saturation} * (0.7 + 0.3 * length(words) / ${usualLength})`

/** The entries in which the words stand, the best first. `many`: too many entries to look at each. */
export async function findByWords(
  db: Queries,
  scope: Filter,
  words: Word[],
  limit: number,
  many: boolean,
): Promise<WordsHit[]> {
  if (words.length === 0) return []
  const values = [...scope.values]
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`
  const candidates = parameter(many ? boundedQuery(words) : words.map(quoted).join(' | '), 'tsquery')
  const asked = words.map((word) => parameter(quoted(word), 'tsquery'))
  const weights = words.map(({ weight }) => parameter(weight, 'real'))
  const sumOf = (one: (index: number) => string) => words.map((_, index) => one(index)).join(' + ')
  const has = (index: number) => `case when e.words @@ ${asked[index]} then ${weights[index]} else 0 end`
  return db.run<WordsHit>(
    `${plannedEachTime} with candidates as materialized (
       select e.subject_id, e.subject_kind, e.part, e.importance, e.updated_at, e.words,
              '{0.1,0.2,0.6,1}'::real[] as weights
         from search_entries e where ${scope.where} and e.words @@ ${candidates}
        order by ${sumOf(has)} desc limit ${mostRanked}),
     ranked as (
       select subject_id, subject_kind, part, importance, updated_at, ${inAText} as spread,
              array[${asked.map((word) => `ts_rank(weights, words, ${word})`).join(', ')}]::real[] as found
         from candidates)
     select *, ${sumOf((index) => `${weights[index]} * found[${index + 1}] / (found[${index + 1}] + spread)`)} as score
       from ranked order by score desc limit ${parameter(limit, 'integer')}`,
    values,
  )
}

// So many entries may a word be found in, before it is looked for only together with another.
const affordable = 1500

/**
 * Where words are common, what has one of them alone is not worth looking at: the rare ones are looked for by themselves
 * as long as they are few, and the others together with the rarest of them.
 */
function boundedQuery(words: Word[]): string {
  const byRarity = words.toSorted((one, other) => one.entries - other.entries)
  const alone: Word[] = []
  let sum = 0
  for (const word of byRarity) {
    sum += word.entries
    if (sum > affordable) break
    alone.push(word)
  }
  const [rarest, ...others] = byRarity.slice(alone.length)
  const queries = alone.map(quoted)
  if (rarest && others.length > 0) queries.push(`(${quoted(rarest)} & (${others.map(quoted).join(' | ')}))`)
  else if (rarest && queries.length === 0) queries.push(quoted(rarest))
  return queries.join(' | ')
}

function quoted({ lexeme }: Word): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
