import type { Database } from '../../database/connect.ts'
import type { Queries } from '../../database/queries.ts'

/** A word of the question as the index has it, with how rare it is. */
export interface Word {
  lexeme: string
  /** As it stands in the question. */
  asked: string
  /** How many entries have it, as far as it is worth knowing. */
  entries: number
  /** The rarer, the more. */
  weight: number
}

const mostCounted = 500
const mostWords = 16
// How common a word is changes slowly.
const keptMinutes = 10
const mostKept = 20_000

interface Common {
  /** How many entries the index has. */
  total: number
  /** Of the words that are in many of them, in how many: as the database itself has found out. */
  entries: Map<string, number>
}

/** Knows how common words are. The common ones are known to the database; the others are few, so they are counted. */
export function createWordCounts() {
  const counted = new Map<string, number>()
  let until = 0
  let common: Common = { total: 0, entries: new Map() }

  async function refresh(db: Queries): Promise<void> {
    if (until > Date.now()) return
    until = Date.now() + keptMinutes * 60_000
    counted.clear()
    common = await readCommon(db)
  }

  async function count(db: Queries, lexemes: string[]): Promise<void> {
    const unknown = lexemes.filter((lexeme) => !common.entries.has(lexeme) && !counted.has(lexeme))
    if (unknown.length === 0) return
    const [row] = await db.run<{ counts: number[] }>(
      `select array(select (select count(*) from (select 1 from search_entries e
                 where e.words @@ asked.word limit ${mostCounted}) as having_it)
               from unnest($1::tsquery[]) with ordinality as asked(word, place) order by place)::integer[] as counts`,
      [unknown.map(quoted)],
    )
    if (counted.size > mostKept) counted.clear()
    for (const [index, lexeme] of unknown.entries()) counted.set(lexeme, row!.counts[index]!)
  }

  return {
    /** The words that a text has, without those that every text has. The most telling come first. */
    async wordsOf(db: Queries, text: string): Promise<Word[]> {
      await refresh(db)
      const lexemes = await lexemesOf(db, text)
      await count(
        db,
        lexemes.map(({ lexeme }) => lexeme),
      )
      return lexemes
        .map(({ lexeme, asked }) => {
          const entries = common.entries.get(lexeme) ?? counted.get(lexeme) ?? 0
          const weight = Math.log(1 + Math.max(common.total, entries) / (entries + 0.5))
          return { lexeme, asked, entries, weight }
        })
        .toSorted((one, other) => other.weight - one.weight)
        .slice(0, mostWords)
    },
  }
}

function lexemesOf(db: Queries, text: string): Promise<{ lexeme: string; asked: string }[]> {
  return db.run(
    `select distinct on (lexeme) lexeme, token as asked
       from ts_parse('default', $1) as parsed, lateral unnest(to_tsvector('english', token)) as word limit 200`,
    [text],
  )
}

/** PostgreSQL finds out by itself which words are common. The embedded database is told to when much has changed. */
export async function learnWhatIsCommon(database: Database): Promise<void> {
  if (database.engine !== 'pglite') return
  const [stale] = await database.run(
    `select 1 from pg_stat_user_tables s join pg_class c on c.oid = s.relid
      where s.relid = 'search_entries'::regclass and s.n_mod_since_analyze > 500 + greatest(c.reltuples, 0) / 5`,
  )
  if (!stale) return
  await database.transaction(async (db) => {
    // A smaller sample than usual: nothing else is done meanwhile.
    await db.run('set local default_statistics_target = 30')
    await db.run('analyze search_entries')
  })
}

async function readCommon(db: Queries): Promise<Common> {
  const [row] = await db.run<{ total: number; lexemes: string[] | null; shares: number[] | null }>(
    `select greatest((select reltuples from pg_class where oid = 'search_entries'::regclass), 1)::integer as total,
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

/** As PostgreSQL reads a word in a query. */
export function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
