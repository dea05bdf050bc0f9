/** Returns the beginning of a text. It never ends with half of a character, which the database rejects in JSON. */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')
}
