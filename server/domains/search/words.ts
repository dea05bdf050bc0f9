import type { Database } from '../../database/connect.ts'
import type { Queries } from '../../database/queries.ts'
import { sql } from '../../database/sql.ts'
import { englishFor } from '../../platform/german/german-to-english.ts'
import { languageOf } from '../../platform/text-language.ts'
import type { SearchTable } from './search-table.ts'
import { type Synonyms, loadSynonyms } from './synonyms.ts'

/** A word of the query with its normalized forms and its rarity. */
export interface Word {
  /** A tsquery for any form of the word: its stem in English, in the language of the query, and its English meaning. */
  query: string
  /** The word as typed. */
  original: string
  /** Number of entries with the word, counted up to a limit. */
  entries: number
  /** Rarer words weigh more. */
  weight: number
  /** A tsquery for its synonyms, if it has any, and the number of entries with one of them. */
  synonyms?: { query: string; entries: number }
}

const maxCounted = 500
const maxWords = 16
// Word frequencies change slowly.
const cacheMinutes = 10
const maxCached = 20_000

interface Common {
  /** Number of entries in the index. */
  total: number
  /** Number of entries per common word, from the statistics of the database. */
  entries: Map<string, number>
}

/** Caches word frequencies. Common words come from the database statistics; rare words are counted. */
export function createWordCounts(table: SearchTable) {
  const counted = new Map<string, number>()
  let until = 0
  let common: Common = { total: 0, entries: new Map() }
  let synonyms: Promise<Synonyms> | undefined

  async function refresh(db: Queries): Promise<void> {
    if (until > Date.now()) return
    until = Date.now() + cacheMinutes * 60_000
    counted.clear()
    common = await readCommon(db, table)
  }

  async function count(db: Queries, forms: Forms[]): Promise<void> {
    const unknown = forms.filter((each) => entriesOf(each) === undefined).map(queryOf)
    if (unknown.length === 0) return
    const [row] = await db.run<{ counts: number[] }>(
      sql`select array(select (select count(*) from (select 1 from ${sql.raw(table.name)} e
                 where e.words @@ asked.word limit ${sql.raw(maxCounted)}) as having_it)
               from unnest(${unknown}::tsquery[]) with ordinality as asked(word, place) order by place)::integer[] as counts`,
    )
    if (counted.size > maxCached) counted.clear()
    for (const [index, query] of unknown.entries()) counted.set(query, row!.counts[index]!)
  }

  function entriesOf(forms: Forms): number | undefined {
    const shares = forms.lexemes.flatMap((lexeme) => common.entries.get(lexeme) ?? [])
    return shares.length > 0 ? Math.max(...shares) : counted.get(queryOf(forms))
  }

  function readSynonyms(db: Queries): Promise<Synonyms> {
    synonyms ??= loadSynonyms(db)
    synonyms.catch(() => (synonyms = undefined))
    return synonyms
  }

  return {
    /** Returns the words of a text without stop words, rarest first. */
    async wordsOf(db: Queries, text: string, options?: WordOptions): Promise<Word[]> {
      await refresh(db)
      const known = options?.synonyms === false ? undefined : await readSynonyms(db)
      const found = (await formsOf(db, text, options)).map((forms) => ({
        forms,
        akin: known && synonymsOf(forms, known),
      }))
      await count(
        db,
        found.flatMap(({ forms, akin }) => (akin ? [forms, akin] : [forms])),
      )
      return found
        .map(({ forms, akin }) => {
          const entries = entriesOf(forms) ?? 0
          const weight = Math.log(1 + Math.max(common.total, entries) / (entries + 0.5))
          return {
            query: queryOf(forms),
            original: forms.original,
            entries,
            weight,
            ...(akin && { synonyms: { query: queryOf(akin), entries: entriesOf(akin) ?? 0 } }),
          }
        })
        .toSorted((one, other) => other.weight - one.weight)
        .slice(0, maxWords)
    },
  }
}

/** Turns off parts of the analysis, for the benchmark. */
export interface WordOptions {
  /** Stem words in the language of the query too. Default: true. */
  languages?: boolean
  /** Search for the English meaning of German words too. Default: true. */
  glossary?: boolean
  /** Search for synonyms too. Default: true. */
  synonyms?: boolean
}

interface Forms {
  original: string
  lexemes: string[]
}

function synonymsOf({ original, lexemes }: Forms, synonyms: Synonyms): Forms | undefined {
  const found = new Set(lexemes.flatMap((lexeme) => synonyms.get(lexeme) ?? []))
  for (const lexeme of lexemes) found.delete(lexeme)
  return found.size > 0 ? { original, lexemes: [...found] } : undefined
}

function queryOf({ lexemes }: Forms): string {
  return lexemes.map(quoted).join(' | ')
}

/** Returns the normalized forms of each word. Skips stop words of the query's language. */
async function formsOf(
  db: Queries,
  text: string,
  { languages = true, glossary = true }: WordOptions = {},
): Promise<Forms[]> {
  const detected = languageOf(text)
  const language = languages ? detected : 'english'
  const german = detected === 'german' && glossary ? [...new Set(text.toLowerCase().match(/\p{L}+/gu))] : []
  const english = german.map((word) => englishFor(word).join(' '))
  const forms = await db.run<Forms>(
    sql`with parsed as (select distinct on (lower(token)) token from ts_parse('default', ${text}) limit 200)
     select token as original, array(
       select lexeme from unnest(to_tsvector('english', token))
       union select lexeme from unnest(to_tsvector(${language}::regconfig, token))
       union select lexeme from unnest(to_tsvector('english', g.english))) as lexemes
       from parsed left join unnest(${german}::text[], ${english}::text[]) as g(word, english) on g.word = lower(token)
      where to_tsvector('english', token) <> '' and to_tsvector(${language}::regconfig, token) <> ''`,
  )
  const unique = new Map(forms.map((each) => [queryOf(each), each]))
  return [...unique.values()]
}

/** Updates the statistics of the embedded database after many changes. PostgreSQL does this automatically. */
export async function refreshWordStatistics(database: Database, { name }: SearchTable): Promise<void> {
  if (database.engine !== 'pglite') return
  const [stale] = await database.run(
    sql`select 1 from pg_stat_user_tables s join pg_class c on c.oid = s.relid
      where s.relid = ${name}::text::regclass and s.n_mod_since_analyze > 500 + greatest(c.reltuples, 0) / 5`,
  )
  if (!stale) return
  await database.transaction(async (db) => {
    // Uses a small sample, because the analysis blocks all other queries.
    await db.run(sql`set local default_statistics_target = 30`)
    await db.run(sql`analyze ${sql.raw(name)}`)
  })
}

async function readCommon(db: Queries, { name }: SearchTable): Promise<Common> {
  const [row] = await db.run<{ total: number; lexemes: string[] | null; shares: number[] | null }>(
    sql`select greatest((select reltuples from pg_class where oid = ${name}::text::regclass), 1)::integer as total,
            most_common_elems::text::text[] as lexemes, most_common_elem_freqs as shares
       from (values (1)) as one left join pg_stats s
         on s.schemaname = 'public' and s.tablename = ${name} and s.attname = 'words'`,
  )
  const { total, lexemes, shares } = row!
  return {
    total,
    entries: new Map(lexemes?.map((lexeme, index) => [lexeme, Math.round(shares![index]! * total)])),
  }
}

/** Quotes a lexeme for a tsquery. */
export function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
