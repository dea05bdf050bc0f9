/** Suggests the nearest known name, or lists all of them. */
export function orNearest(word: string, known: string[]): string {
  const near = nearest(word, known)
  return near === undefined ? `Available: ${known.join(', ')}.` : `Did you mean "${near}"?`
}

export function nearest(word: string, known: string[]): string | undefined {
  const prefixed = known.find((name) => word.length > 1 && (name.startsWith(word) || word.startsWith(name)))
  if (prefixed !== undefined) return prefixed
  const [best] = known
    .map((name) => ({ name, steps: distance(word.toLowerCase(), name.toLowerCase()) }))
    .toSorted((a, b) => a.steps - b.steps)
  return best && best.steps <= Math.max(2, word.length / 3) ? best.name : undefined
}

/** Returns the Levenshtein distance: the number of letters to add, remove or replace. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [line, letter] of a.split('').entries()) {
    const next = [line + 1]
    for (const [column, other] of b.split('').entries()) {
      const replace = row[column]! + (letter === other ? 0 : 1)
      next.push(Math.min(replace, row[column + 1]! + 1, next[column]! + 1))
    }
    row = next
  }
  return row.at(-1)!
}
