/**
 * What people type, as a condition on the words of a thing: words, "phrases", or, -not. While nothing of that is used, the
 * last word may be half written. Numbers (WEB-42) are among the words of tasks. Adds its parameters to `values`.
 */
export function searched(search: string, values: unknown[], column = 't.words'): string {
  const parameter = (value: string) => `$${values.push(value)}`
  const [, before, last] = halfWritten.exec(search) ?? []
  const whole = (text: string) => `websearch_to_tsquery('simple', ${parameter(text)})`
  if (!last || operators.test(search)) return `${column} @@ ${whole(search)}`
  const beginning = `to_tsquery('simple', ${parameter(`'${last}':*`)})`
  return `${column} @@ (${before ? `${whole(before)} && ` : ''}${beginning})`
}

const operators = /"|(^|\s)-|(^|\s)or(\s|$)/i
const halfWritten = /^(.*?)([\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*)$/su

/**
 * Of a word or label that it has not seen often the database believes that one row of some hundred has it, and would rather
 * walk through all of them in order until it has met 50. Said twice, it is rare enough to ask the index.
 */
export function twice(condition: string): string {
  return `${condition} and ${condition}`
}
