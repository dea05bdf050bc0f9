import { plannedEachTime, type Queries } from '../../database/queries.ts'
import type { Filter } from '../../operations/access.ts'
import type { SearchKind } from './kinds.ts'
import { type Word, quoted } from './words.ts'

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

// So many entries are looked at by what the index says of them alone, and so many of these are read and ranked. Each costs
// a page, wherever it is.
const mostLists = 4
const mostListed = 300
const mostTogether = 100
const mostRanked = 60

/**
 * The entries in which the words stand, those with the rarest first. What it costs does not depend on how common the
 * words are: the index lists the entries of the rare ones, as long as they are few; common words are only looked for
 * together, and then in what is ranked. `many`: in a large part of the index there is but one good plan, and it is kept.
 */
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
  // The lists of rare words are whole, so who sees what is asked once for all of them.
  const listed = listsOf(words).map(
    ({ query, weight, most }) =>
      `(select e.ctid as place, ${parameter(weight, 'real')} as weight from search_entries e
         where e.words @@ ${parameter(query, 'tsquery')}${most ? ` and ${scope.where} limit ${most}` : ''})`,
  )
  const found = words.map((word) => `ts_rank(weights, words, ${parameter(quoted(word.lexeme), 'tsquery')})`)
  const weights = words.map(({ weight }, index) => `${parameter(weight, 'real')} * found[${index + 1}]`)
  return db.run<WordsHit>(
    `${many ? '' : plannedEachTime} with listed as materialized (
       select place, sum(weight) as weight from (${listed.join(' union all ')}) as lists group by place),
     seen as materialized (
       select e.ctid as place from search_entries e
        where e.ctid = any(array(select place from listed)) and ${scope.where}),
     best as materialized (
       select place from listed join seen using (place) order by weight desc limit ${mostRanked}),
     opened as materialized (
       select e.subject_id, e.subject_kind, e.part, e.importance, e.updated_at, e.words || '' as words,
              '{0.1,0.2,0.6,1}'::real[] as weights
         from search_entries e where e.ctid = any(array(select place from best))),
     ranked as materialized (
       select subject_id, subject_kind, part, importance, updated_at, array[${found.join(', ')}]::real[] as found
         from opened)
     select *, ${weights.join(' + ')} as score from ranked order by score desc limit ${parameter(limit, 'integer')}`,
    values,
  )
}

interface List {
  query: string
  weight: number
  /** Without it there are few, as was counted. */
  most?: number
}

function listsOf(words: Word[]): List[] {
  const byRarity = words.toSorted((one, other) => one.entries - other.entries)
  const lists: List[] = []
  let room = mostListed
  for (const { lexeme, weight, entries } of byRarity) {
    if (entries > room || lists.length === mostLists) break
    room -= entries
    lists.push({ query: quoted(lexeme), weight })
  }
  const [rarest, ...others] = byRarity.slice(lists.length)
  if (rarest && others.length > 0) {
    const together = `${quoted(rarest.lexeme)} & (${others.map(({ lexeme }) => quoted(lexeme)).join(' | ')})`
    lists.push({ query: together, weight: rarest.weight, most: mostTogether })
  }
  if (rarest && lists.length === 0)
    lists.push({ query: quoted(rarest.lexeme), weight: rarest.weight, most: mostTogether })
  return lists
}
