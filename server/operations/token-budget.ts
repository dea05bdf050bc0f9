/*
 * Answers that agents read keep to the number of tokens that they were given. What a token is depends on the model, so it
 * is estimated: four characters of the JSON that is sent. All who count tokens count them here.
 */

const charactersOfToken = 4

/** How many tokens an answer, or a part of it, takes. */
export function tokensOf(value: unknown): number {
  return Math.ceil(lengthOf(value) / charactersOfToken)
}

/** An answer that says itself how many tokens it takes. */
export function counted<Answer extends object>(answer: Answer): Answer & { tokens: number } {
  // The number is part of what is counted: it is written once to know how long it is.
  const once = { ...answer, tokens: tokensOf({ ...answer, tokens: 0 }) }
  return { ...answer, tokens: tokensOf(once) }
}

/** How many characters of JSON fit into so many tokens. */
export function roomOf(tokens: number): number {
  return tokens * charactersOfToken
}

/** The length of the JSON that a value becomes. */
export function lengthOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0
}

/** Takes items in their order as long as there is room. One that does not fit is left out; a shorter one may still fit. */
export function fitting<Item>(
  items: readonly Item[],
  room: number,
): { kept: Item[]; left: number; used: number } {
  const kept: Item[] = []
  let used = 0
  for (const item of items) {
    // With the comma that parts it from the next.
    const length = lengthOf(item) + 1
    if (used + length > room) continue
    kept.push(item)
    used += length
  }
  return { kept, left: items.length - kept.length, used }
}

/** The beginning of a text that is no longer than this as JSON; all of it, if it fits. */
export function truncate(text: string, room: number): string {
  if (lengthOf(text) <= room) return text
  let [least, most] = [0, text.length]
  // Quotes and line ends take two characters in JSON, so the length is searched for.
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (lengthOf(`${text.slice(0, middle)}…`) <= room) least = middle
    else most = middle - 1
  }
  return least === 0 ? '' : `${wholeCharacters(text.slice(0, least))}…`
}

/** A cut must not leave half of a character that takes two places. */
function wholeCharacters(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text
}
