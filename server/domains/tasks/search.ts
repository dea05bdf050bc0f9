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
