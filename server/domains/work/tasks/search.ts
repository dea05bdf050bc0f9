import { type Sql, sql } from '../../../database/sql.ts'

/**
 * Returns the condition for a search box: words, "phrases", or, -not. Without these operators, the last word matches as
 * a prefix. Task numbers (WEB-42) are indexed as words.
 */
export function matchesSearch(search: string, words: Sql): Sql {
  const [, before, last] = lastWord.exec(search) ?? []
  const whole = (text: string) => sql`websearch_to_tsquery('simple', ${text})`
  if (!last || operators.test(search)) return sql`${words} @@ ${whole(search)}`
  const prefix = sql`to_tsquery('simple', ${`'${last}':*`})`
  return sql`${words} @@ (${before ? sql`${whole(before)} && ` : sql.empty}${prefix})`
}

const operators = /"|(^|\s)-|(^|\s)or(\s|$)/i
const lastWord = /^(.*?)([\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*)$/su

/**
 * Repeats a condition, because PostgreSQL multiplies the selectivities of both. It assumes that a rare word matches
 * about one row in a hundred, and would scan all rows in order until it has 50. With the lower estimate it uses the
 * index.
 */
export function withLowerEstimate(condition: Sql): Sql {
  return sql`${condition} and ${condition}`
}
