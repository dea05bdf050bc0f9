import type { Queries } from '../../database/queries.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { TextLanguage } from '../../platform/text-language.ts'
import type { IndexedKind } from './kinds.ts'
import type { SearchTable } from './search-table.ts'
import type { Word } from './words.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Fused } from './fuse.ts'
import { entriesVisibleTo } from './visible-entries.ts'

export interface WordsHit<Kind extends string = IndexedKind> {
  subject_id: string
  subject_kind: Kind
  part: number
  /** Rank of each word in the order of the words. 0 if the entry lacks it. */
  found: number[]
  /** Rank of the synonyms of each word. */
  akin: number[]
  score: number
  importance: number
  updated_at: string
  language: TextLanguage
}

// Limits of the entries that are listed from the index alone, and of those that are read and ranked. Each read costs
// one page.
const maxLists = 4
const maxListed = 300
const maxCombined = 100
const maxRanked = 60

/** A synonym counts less than the word itself. */
export const synonymWeight = 0.8

/**
 * Finds the entries that contain the words, those with the rarest words first. The cost does not depend on how common
 * the words are: only rare words are listed from the index, and common words are searched in combination. With `many`
 * entries one generic plan is best, so it is reused.
 */
export async function findByWords<Kind extends string>(
  db: Queries,
  table: SearchTable<Kind>,
  scope: Sql,
  words: Word[],
  limit: number,
  many: boolean,
): Promise<WordsHit<Kind>[]> {
  if (words.length === 0) return []
  const from = sql.raw(`${table.name} e`)
  // The lists of rare words are complete, so visibility is checked once for all of them.
  const listed = buildLists(words).map(
    ({ query, weight, most }) =>
      sql`(select e.ctid as place, ${weight}::real as weight from ${from}
         where e.words @@ ${query}::tsquery${most ? sql` and ${scope} limit ${sql.raw(most)}` : sql.empty})`,
  )
  const rankOf = (query: string) => sql`ts_rank(weights, words, ${query}::tsquery)`
  const found = words.map(({ query }) => rankOf(query))
  const akin = words.map(({ synonyms }) => (synonyms ? rankOf(synonyms.query) : sql`0`))
  const weights = words.map(({ weight }, index) => {
    const at = sql.raw(index + 1)
    return sql`${weight}::real * greatest(found[${at}], ${sql.raw(synonymWeight)} * akin[${at}])`
  })
  const statement = sql`with listed as materialized (
       select place, sum(weight) as weight from (${sql.join(listed, ' union all ')}) as lists group by place),
     seen as materialized (
       select e.ctid as place from ${from}
        where e.ctid = any(array(select place from listed)) and ${scope}),
     best as materialized (
       select place from listed join seen using (place) order by weight desc limit ${sql.raw(maxRanked)}),
     opened as materialized (
       select ${table.hitColumns}, e.words || '' as words, '{0.1,0.2,0.6,1}'::real[] as weights
         from ${from} where e.ctid = any(array(select place from best))),
     ranked as materialized (
       select subject_id, subject_kind, part, importance, updated_at, language, array[${sql.join(found)}]::real[] as found,
              array[${sql.join(akin)}]::real[] as akin
         from opened)
     select *, ${sql.join(weights, ' + ')} as score from ranked order by score desc limit ${limit}::integer`
  return db.run<WordsHit<Kind>>(many ? statement : statement.unprepared)
}

interface EntryList {
  query: string
  weight: number
  /** Limit of the list. Not needed for a rare word, whose entries were counted. */
  most?: number
}

function buildLists(words: Word[]): EntryList[] {
  const byRarity = words.toSorted((one, other) => one.entries - other.entries)
  const lists: EntryList[] = []
  let remaining = maxListed
  for (const { query, weight, entries } of byRarity) {
    if (entries > remaining || lists.length === maxLists) break
    remaining -= entries
    lists.push({ query, weight })
  }
  const [rarest, ...others] = byRarity.slice(lists.length)
  const listedWords = lists.length
  lists.push(...synonymLists(words, remaining))
  if (rarest && others.length > 0) {
    const combined = `(${rarest.query}) & (${others.map(({ query }) => query).join(' | ')})`
    lists.push({ query: combined, weight: rarest.weight, most: maxCombined })
  }
  if (rarest && listedWords === 0 && others.length === 0)
    lists.push({ query: rarest.query, weight: rarest.weight, most: maxCombined })
  return lists
}

/** Lists the entries of synonyms in the remaining room. If the words themselves have no entries, one list is limited. */
function synonymLists(words: Word[], room: number): EntryList[] {
  const lists: EntryList[] = []
  let remaining = room
  const akin = words
    .flatMap(({ synonyms, weight }) => (synonyms ? [{ ...synonyms, weight }] : []))
    .toSorted((one, other) => one.entries - other.entries)
  for (const { query, entries, weight } of akin) {
    if (entries > remaining || lists.length === maxLists) break
    remaining -= entries
    lists.push({ query, weight: weight * synonymWeight })
  }
  const [rarest] = akin.slice(lists.length)
  if (rarest && words.every(({ entries }) => entries === 0))
    lists.push({ query: rarest.query, weight: rarest.weight * synonymWeight, most: maxCombined })
  return lists
}

/** Finds items by exact key or slug, such as WEB-42. */
export async function findByKey(
  db: Queries,
  granted: InOrganization,
  text: string,
  kinds: readonly IndexedKind[],
): Promise<Fused[]> {
  if (!/^\S{2,60}$/.test(text)) return []
  const visible = entriesVisibleTo(granted, { includeBuiltIn: false })
  const rows = await db.run<{ kind: IndexedKind; id: string }>(
    sql`select e.subject_kind as kind, e.subject_id as id from search_entries e
      where ${visible} and e.part = 0 and upper(e.key) = upper(${text})
        and e.subject_kind = any(${kinds}::text[])
      order by e.subject_kind = 'comment', e.updated_at desc limit 10`,
  )
  return rows.map((row) => ({
    ...row,
    part: 0,
    similarity: 1,
    why: { words: { coverage: 1, matched: [text] } },
  }))
}

/** Puts hits by key first, without duplicates. */
export function keyFirst(byKey: Fused[], others: Fused[]): Fused[] {
  const known = new Set(byKey.map(({ id }) => id))
  return [...byKey, ...others.filter(({ id }) => !known.has(id))]
}
