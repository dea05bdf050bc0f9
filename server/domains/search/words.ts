import type { Queries } from '../../database/queries.ts'

/** A word of the question as the index has it, with how rare it is. */
export interface Word {
  lexeme: string
  /** As it stands in the question. */
  asked: string
  /** How many entries have it; more than `mostCounted` are not counted. */
  entries: number
  /** The rarer, the more. */
  weight: number
}

const mostCounted = 3000
const mostWords = 16
// How common a word is changes slowly.
const keptMinutes = 10
const mostKept = 20_000

/** Knows how common words are. What it has counted it keeps for a while, because common words take the longest. */
export function createWordCounts() {
  const kept = new Map<string, { entries: number; until: number }>()
  let total = { entries: 0, until: 0 }

  return {
    /** The words that a text has, without those that every text has. The most telling come first. */
    async wordsOf(db: Queries, text: string): Promise<Word[]> {
      const lexemes = await db.run<{ lexeme: string; asked: string }>(
        `select distinct on (lexeme) lexeme, token as asked
           from ts_parse('default', $1) with ordinality as parsed(tokid, token, place)
           join ts_token_type('default') as type using (tokid),
                lateral unnest(to_tsvector('english', token)) as word
          where alias <> 'blank' limit 200`,
        [text],
      )
      const now = Date.now()
      const unknown = lexemes.filter(({ lexeme }) => (kept.get(lexeme)?.until ?? 0) < now)
      if (unknown.length > 0 || total.until < now) {
        const [counted] = await db.run<{ counts: number[]; total: number }>(
          `select array(select (select count(*) from (select 1 from search_entries e
                     where e.words @@ asked.word limit ${mostCounted}) as having_it)
                   from unnest($1::tsquery[]) with ordinality as asked(word, place) order by place)::integer[] as counts,
                  greatest((select reltuples from pg_class where oid = 'search_entries'::regclass)::integer, 1) as total`,
          [unknown.map(({ lexeme }) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`)],
        )
        const until = now + keptMinutes * 60_000
        total = { entries: counted!.total, until: now + 60_000 }
        if (kept.size > mostKept) kept.clear()
        for (const [index, { lexeme }] of unknown.entries())
          kept.set(lexeme, { entries: counted!.counts[index]!, until })
      }
      return lexemes
        .map(({ lexeme, asked }) => {
          const { entries } = kept.get(lexeme)!
          return {
            lexeme,
            asked,
            entries,
            weight: Math.log(1 + Math.max(total.entries, entries) / (entries + 0.5)),
          }
        })
        .toSorted((one, other) => other.weight - one.weight)
        .slice(0, mostWords)
    },
  }
}
