const maxSuggestions = 3
// Only the first characters of longer names are compared.
const maxCompared = 100

/**
 * Returns the names that the caller probably meant, the nearest first. A name is near if it differs only in case and
 * punctuation, if one contains the other, or if they differ by a few letters.
 */
export function nearest(given: string, names: Iterable<string>): string[] {
  const letters = lettersOf(given)
  if (letters === '') return []
  const found: { name: string; away: number }[] = []
  for (const name of new Set(names)) {
    const away = distance(letters, lettersOf(name))
    if (away !== undefined) found.push({ name, away })
  }
  return found
    .toSorted((a, b) => a.away - b.away)
    .slice(0, maxSuggestions)
    .map(({ name }) => name)
}

/** Returns the nearest parameter: `taskId`, `project_slug` and `agent_name` mean `task`, `project` and `agent`. */
export function nearestParameter(given: string, names: readonly string[]): string | undefined {
  if (given.length > maxCompared) return undefined
  const bare = given.replace(/(?<=.)_?(ids?|keys?|slugs?|names?|refs?)$/i, '')
  const exact = names.find((name) => lettersOf(name) === lettersOf(bare))
  return exact ?? nearest(given, names)[0]
}

/** Returns "Did you mean …?", or an empty text without names. */
export function didYouMean(names: readonly string[]): string {
  if (names.length === 0) return ''
  const last = names.at(-1)!
  const listed = names.length === 1 ? last : `${names.slice(0, -1).join(', ')} or ${last}`
  return `Did you mean ${listed}?`
}

function lettersOf(name: string): string {
  return name
    .slice(0, maxCompared)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Returns 0 for equal names, a larger number the more they differ, and undefined if they differ too much. */
function distance(given: string, name: string): number | undefined {
  if (given === name) return 0
  const [short, long] = given.length < name.length ? [given, name] : [name, given]
  if (short.length >= 3 && long.includes(short)) return 1 + (long.length - short.length) / long.length
  // One letter in three can be wrong.
  const allowed = Math.floor(long.length / 3)
  if (long.length - short.length > allowed) return undefined
  const edits = editsWithin(allowed, given, name)
  return edits === undefined ? undefined : 1 + edits
}

/**
 * Returns the optimal string alignment distance: letters added, removed, replaced or swapped with their neighbour.
 * Returns undefined as soon as it exceeds `max`. Only the cells within `max` of the diagonal are computed: all others
 * are farther.
 */
function editsWithin(max: number, from: string, to: string): number | undefined {
  const tooMany = max + 1
  let before = new Uint8Array(to.length + 1)
  let last = Uint8Array.from({ length: to.length + 1 }, (_, column) => Math.min(column, tooMany))
  let current = new Uint8Array(to.length + 1)
  for (let row = 1; row <= from.length; row++) {
    const first = Math.max(1, row - max)
    const end = Math.min(to.length, row + max)
    current.fill(tooMany)
    if (row <= max) current[0] = row
    let fewest = current[0]!
    for (let column = first; column <= end; column++) {
      const same = from[row - 1] === to[column - 1]
      let edits = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1))
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (swapped) edits = Math.min(edits, before[column - 2]! + 1)
      current[column] = Math.min(edits, tooMany)
      fewest = Math.min(fewest, edits)
    }
    if (fewest > max) return undefined
    ;[before, last, current] = [last, current, before]
  }
  const edits = last[to.length]!
  return edits > max ? undefined : edits
}
