import fs from 'node:fs'
import type { Queries } from '../../database/queries.ts'
import { sql } from '../../database/sql.ts'

/** The lexemes that mean the same as a lexeme. */
export type Synonyms = ReadonlyMap<string, string[]>

/**
 * Reads the synonyms of software projects. Each line of the file is a group of words that can replace each other. The
 * database normalizes them, so that they match the indexed words in any inflection.
 */
export async function loadSynonyms(db: Queries): Promise<Synonyms> {
  const lines = fs
    .readFileSync(new URL('./synonyms.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const groups = await db.run<{ lexemes: string[] }>(
    sql`select tsvector_to_array(to_tsvector('english', line)) as lexemes from unnest(${lines}::text[]) as given(line)`,
  )
  const synonyms = new Map<string, string[]>()
  for (const { lexemes } of groups)
    for (const lexeme of lexemes)
      synonyms.set(lexeme, [...(synonyms.get(lexeme) ?? []), ...lexemes.filter((other) => other !== lexeme)])
  return synonyms
}
