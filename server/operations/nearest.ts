/** How many names are offered to whoever mistyped one. */
const most = 3
// Longer names are compared by their beginning: nobody mistypes the end of a paragraph.
const longest = 100

/**
 * The names that somebody may have meant, the nearest first: the same but for case and signs, one that holds the other, or
 * one that is a few letters away. Empty where nothing is near: a wrong guess teaches less than none.
 */
export function nearest(asked: string, names: Iterable<string>): string[] {
  const wanted = lettersOf(asked)
  if (wanted === '') return []
  const found: { name: string; away: number }[] = []
  for (const name of new Set(names)) {
    const away = distance(wanted, lettersOf(name))
    if (away !== undefined) found.push({ name, away })
  }
  return found
    .toSorted((a, b) => a.away - b.away)
    .slice(0, most)
    .map(({ name }) => name)
}

/** The same for parameters: `taskId`, `project_slug` and `agent_name` mean `task`, `project` and `agent`. */
export function nearestParameter(asked: string, names: readonly string[]): string | undefined {
  const bare = asked.replace(/(?<=.)_?(ids?|keys?|slugs?|names?|refs?)$/i, '')
  const exact = names.find((name) => lettersOf(name) === lettersOf(bare))
  return exact ?? nearest(asked, names)[0]
}

/** "Did you mean …?", or nothing where nothing is near. */
export function didYouMean(names: readonly string[]): string {
  if (names.length === 0) return ''
  const last = names.at(-1)!
  const listed = names.length === 1 ? last : `${names.slice(0, -1).join(', ')} or ${last}`
  return `Did you mean ${listed}?`
}

function lettersOf(name: string): string {
  return name
    .slice(0, longest)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** 0 for the same, more the farther they are apart; undefined where they have too little in common. */
function distance(wanted: string, name: string): number | undefined {
  if (wanted === name) return 0
  const [short, long] = wanted.length < name.length ? [wanted, name] : [name, wanted]
  if (short.length >= 3 && long.includes(short)) return 1 + (long.length - short.length) / long.length
  // One letter in three may be wrong; of two names with fewer, none.
  const allowed = Math.floor(long.length / 3)
  if (long.length - short.length > allowed) return undefined
  const edits = editsBetween(wanted, name)
  return edits <= allowed ? 1 + edits : undefined
}

/** Letters added, left out, exchanged for another or with their neighbour (optimal string alignment). */
function editsBetween(from: string, to: string): number {
  let [before, last] = [[] as number[], Array.from({ length: to.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      let edits = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1))
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (swapped) edits = Math.min(edits, before[column - 2]! + 1)
      current.push(edits)
    }
    ;[before, last] = [last, current]
  }
  return last[to.length]!
}
