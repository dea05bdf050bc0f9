/**
 * Returns the SQL condition for a search box: words, "phrases", or, -not. Without these operators, the last word
 * matches as a prefix. Task numbers (WEB-42) are indexed as words. Adds its parameters to `values`.
 */
export function searched(search: string, values: unknown[], column = 't.words'): string {
  const parameter = (value: string) => `$${values.push(value)}`
  const [, before, last] = lastWord.exec(search) ?? []
  const whole = (text: string) => `websearch_to_tsquery('simple', ${parameter(text)})`
  if (!last || operators.test(search)) return `${column} @@ ${whole(search)}`
  const prefix = `to_tsquery('simple', ${parameter(`'${last}':*`)})`
  return `${column} @@ (${before ? `${whole(before)} && ` : ''}${prefix})`
}

const operators = /"|(^|\s)-|(^|\s)or(\s|$)/i
const lastWord = /^(.*?)([\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*)$/su

/**
 * Repeats a condition to lower its estimated selectivity. PostgreSQL assumes that a rare word matches about one row in
 * a hundred, and would scan all rows in order until it has 50. With the lower estimate it uses the index.
 */
export function twice(condition: string): string {
  return `${condition} and ${condition}`
}
