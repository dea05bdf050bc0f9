/** Truncates a text. Never splits a surrogate pair, because the database rejects half of one in JSON. */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')
}
