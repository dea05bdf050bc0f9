/** Splits identifiers into words, and leaves out punctuation: `parseQueryString(x)` becomes `parse Query String x`. */
export function splitIdentifiers(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .trim()
}

/** Returns the words that find a text: those of its identifiers, and identifiers of several words as a whole. */
export function searchWords(text: string): string {
  const whole = [...new Set(text.match(/[\p{L}\p{N}_]+/gu))].filter((word) =>
    /\p{Ll}\p{Lu}|\w_\w/u.test(word),
  )
  // PostgreSQL splits a word at an underscore.
  return [splitIdentifiers(text), ...whole.map((word) => word.replaceAll('_', ''))].join(' ')
}
