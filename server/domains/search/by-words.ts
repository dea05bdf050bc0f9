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
// The index reads all entries of a word, however few are wanted. From this number on, some entries are read before.
const minCommon = 5000
const maxScanned = 3000

/** A synonym counts less than the word itself. */
export const synonymWeight = 0.8

/**
 * Finds the entries that contain the words, those with the rarest words first. The cost does not depend on how common
 * the words are: only rare words are listed from the index, common words are searched in combination, and if all words
 * are common, some entries are read until enough have them. The words are parameters, so that the statement has one text
 * for any number of them. With `many` entries one generic plan is best, so each connection plans it once.
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
  const ranksOf = (queries: (string | null)[]) =>
    sql`array(select coalesce(ts_rank('{0.1,0.2,0.6,1}', words, ranked.query), 0)
         from unnest((select ${queries}::tsquery[])) with ordinality as ranked(query, place) order by place)`
  const statement = sql`with listed as materialized (
       select place, sum(weight) as weight from (${placesIn(buildLists(words), from, scope)}) as lists
        group by place),
     seen as materialized (
       -- The lists of rare words are complete, so visibility is checked once for all of them.
       select e.ctid as place from ${from}
        where e.ctid = any(array(select place from listed)) and ${scope}),
     best as materialized (
       select place from listed join seen using (place) order by weight desc limit ${sql.raw(maxRanked)}),
     opened as materialized (
       select ${table.hitColumns}, e.words || '' as words
         from ${from} where e.ctid = any(array(select place from best)))
     select subject_id, subject_kind, part, importance, updated_at, language,
            ${ranksOf(words.map(({ query }) => query))} as found,
            ${ranksOf(words.map(({ synonyms }) => synonyms?.query ?? null))} as akin
       from opened`
  const hits = await db.run<Omit<WordsHit<Kind>, 'score'>>(many ? statement : statement.unprepared)
  return hits
    .map((hit) => ({ ...hit, score: scoreOf(hit, words) }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit)
}

/** Builds SQL for the places in the table that the lists name, with the weight of the list. */
function placesIn(lists: EntryList[], from: Sql, scope: Sql): Sql {
  // The subqueries hide the length of the arrays from the planner. Otherwise it finds a plan for few words cheaper than the
  // generic plan, and plans each search again.
  const unnested = (read: EntryList['read']) => {
    const chosen = lists.filter((list) => list.read === read)
    return sql`unnest((select ${chosen.map(({ query }) => query)}::tsquery[]), (select ${chosen.map(({ weight }) => weight)}::real[])) as list(query, weight)`
  }
  const most = sql.raw(maxCombined)
  const indexed = sql`select e.ctid as place from ${from} where e.words @@ list.query and ${scope} limit ${most}`
  const places = [
    sql`select e.ctid as place, list.weight from ${unnested('all')} join ${from} on e.words @@ list.query`,
    sql`select found.place, list.weight from ${unnested('some')} cross join lateral (${indexed}) as found`,
  ]
  // A second text of the statement, because the scan makes it larger to plan.
  if (lists.some(({ read }) => read === 'some of common words'))
    places.push(sql`select found.place, list.weight from ${unnested('some of common words')} cross join lateral (
       with scanned as materialized (
         select place from (select e.ctid as place, e.words from ${from} where ${scope} limit ${sql.raw(maxScanned)}) as few
          where few.words || '' @@ list.query limit ${most})
       select place from scanned where (select count(*) from scanned) = ${most}
       union all
       -- The words are common, but not in this scope.
       select place from (${indexed}) as indexed where (select count(*) from scanned) < ${most}) as found`)
  return sql.join(places, ' union all ')
}

function scoreOf({ found, akin }: Pick<WordsHit, 'found' | 'akin'>, words: Word[]): number {
  return words.reduce(
    (score, { weight }, index) => score + weight * Math.max(found[index]!, synonymWeight * akin[index]!),
    0,
  )
}

interface EntryList {
  query: string
  weight: number
  /** Which entries are read. All of them only for a rare word, whose entries were counted. */
  read: 'all' | 'some' | 'some of common words'
}

function buildLists(words: Word[]): EntryList[] {
  const byRarity = words.toSorted((one, other) => one.entries - other.entries)
  const lists: EntryList[] = []
  let remaining = maxListed
  for (const { query, weight, entries } of byRarity) {
    if (entries > remaining || lists.length === maxLists) break
    remaining -= entries
    lists.push({ query, weight, read: 'all' })
  }
  const [rarest, ...others] = byRarity.slice(lists.length)
  const listedWords = lists.length
  lists.push(...synonymLists(words, remaining))
  if (!rarest) return lists
  const { weight } = rarest
  const read = rarest.entries < minCommon ? 'some' : 'some of common words'
  if (others.length > 0) {
    const combined = `(${rarest.query}) & (${others.map(({ query }) => query).join(' | ')})`
    lists.push({ query: combined, weight, read })
  } else if (listedWords === 0) lists.push({ query: rarest.query, weight, read })
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
    lists.push({ query, weight: weight * synonymWeight, read: 'all' })
  }
  const [rarest] = akin.slice(lists.length)
  if (rarest && words.every(({ entries }) => entries === 0))
    lists.push({ query: rarest.query, weight: rarest.weight * synonymWeight, read: 'some' })
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
