import type { Database } from '../../database/connect.ts'
import type { Queries } from '../../database/queries.ts'
import { sql } from '../../database/sql.ts'

/** A normalized word of the query with its rarity. */
export interface Word {
  lexeme: string
  /** The word as typed. */
  original: string
  /** Number of entries with the word, counted up to a limit. */
  entries: number
  /** Rarer words weigh more. */
  weight: number
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
export function createWordCounts() {
  const counted = new Map<string, number>()
  let until = 0
  let common: Common = { total: 0, entries: new Map() }

  async function refresh(db: Queries): Promise<void> {
    if (until > Date.now()) return
    until = Date.now() + cacheMinutes * 60_000
    counted.clear()
    common = await readCommon(db)
  }

  async function count(db: Queries, lexemes: string[]): Promise<void> {
    const unknown = lexemes.filter((lexeme) => !common.entries.has(lexeme) && !counted.has(lexeme))
    if (unknown.length === 0) return
    const [row] = await db.run<{ counts: number[] }>(
      sql`select array(select (select count(*) from (select 1 from search_entries e
                 where e.words @@ asked.word limit ${sql.raw(maxCounted)}) as having_it)
               from unnest(${unknown.map(quoted)}::tsquery[]) with ordinality as asked(word, place) order by place)::integer[] as counts`,
    )
    if (counted.size > maxCached) counted.clear()
    for (const [index, lexeme] of unknown.entries()) counted.set(lexeme, row!.counts[index]!)
  }

  return {
    /** Returns the words of a text without stop words, rarest first. */
    async wordsOf(db: Queries, text: string): Promise<Word[]> {
      await refresh(db)
      const lexemes = await lexemesOf(db, text)
      await count(
        db,
        lexemes.map(({ lexeme }) => lexeme),
      )
      return lexemes
        .map(({ lexeme, original }) => {
          const entries = common.entries.get(lexeme) ?? counted.get(lexeme) ?? 0
          const weight = Math.log(1 + Math.max(common.total, entries) / (entries + 0.5))
          return { lexeme, original, entries, weight }
        })
        .toSorted((one, other) => other.weight - one.weight)
        .slice(0, maxWords)
    },
  }
}

function lexemesOf(db: Queries, text: string): Promise<{ lexeme: string; original: string }[]> {
  return db.run(
    sql`select distinct on (lexeme) lexeme, token as original
       from ts_parse('default', ${text}) as parsed, lateral unnest(to_tsvector('english', token)) as word limit 200`,
  )
}

/** Updates the statistics of the embedded database after many changes. PostgreSQL does this automatically. */
export async function refreshWordStatistics(database: Database): Promise<void> {
  if (database.engine !== 'pglite') return
  const [stale] = await database.run(
    sql`select 1 from pg_stat_user_tables s join pg_class c on c.oid = s.relid
      where s.relid = 'search_entries'::regclass and s.n_mod_since_analyze > 500 + greatest(c.reltuples, 0) / 5`,
  )
  if (!stale) return
  await database.transaction(async (db) => {
    // Uses a small sample, because the analysis blocks all other queries.
    await db.run(sql`set local default_statistics_target = 30`)
    await db.run(sql`analyze search_entries`)
  })
}

async function readCommon(db: Queries): Promise<Common> {
  const [row] = await db.run<{ total: number; lexemes: string[] | null; shares: number[] | null }>(
    sql`select greatest((select reltuples from pg_class where oid = 'search_entries'::regclass), 1)::integer as total,
            most_common_elems::text::text[] as lexemes, most_common_elem_freqs as shares
       from (values (1)) as one left join pg_stats s
         on s.schemaname = 'public' and s.tablename = 'search_entries' and s.attname = 'words'`,
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
