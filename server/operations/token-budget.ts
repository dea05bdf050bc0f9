/*
 * Token counts for responses that agents read. Tokens depend on the model, so a token is estimated as four characters
 * of JSON.
 */

const charactersOfToken = 4

/** Returns the estimated number of tokens of a value as JSON. */
export function tokensOf(value: unknown): number {
  return Math.ceil(lengthOf(value) / charactersOfToken)
}

/** Adds the token count to a response. The count includes the field `tokens` itself. */
export function counted<Output extends object>(output: Output): Output & { tokens: number } {
  const estimate = { ...output, tokens: tokensOf({ ...output, tokens: 0 }) }
  return { ...output, tokens: tokensOf(estimate) }
}

/** Returns the number of JSON characters that fit into a token budget. */
export function roomOf(tokens: number): number {
  return tokens * charactersOfToken
}

/** Returns the length of a value as JSON. */
export function lengthOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0
}

/** Selects items in order until the room is used up. Skips items that don't fit, because a shorter one still might. */
export function fitting<Item>(
  items: readonly Item[],
  room: number,
): { kept: Item[]; left: number; used: number } {
  const kept: Item[] = []
  let used = 0
  for (const item of items) {
    // Plus the comma after the item.
    const length = lengthOf(item) + 1
    if (used + length > room) continue
    kept.push(item)
    used += length
  }
  return { kept, left: items.length - kept.length, used }
}

/** Cuts a text so that its JSON has at most `room` characters. */
export function truncate(text: string, room: number): string {
  if (lengthOf(text) <= room) return text
  let [min, max] = [0, text.length]
  // A binary search, because quotes and line breaks take two characters in JSON.
  while (min < max) {
    const middle = Math.ceil((min + max) / 2)
    if (lengthOf(`${text.slice(0, middle)}…`) <= room) min = middle
    else max = middle - 1
  }
  return min === 0 ? '' : `${wholeCharacters(text.slice(0, min))}…`
}

/** Removes an unpaired surrogate from the end. */
function wholeCharacters(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text
}
