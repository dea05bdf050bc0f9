import { diffArrays } from 'diff'

/** The difference between two texts, line by line. */
export interface Difference {
  hunks: Hunk[]
  added: number
  removed: number
  /** False if too much changed for a comparison line by line. */
  exact: boolean
  leftOut: number
}

interface Hunk {
  oldStart: number
  newStart: number
  lines: Line[]
}

interface Line {
  kind: 'same' | 'added' | 'removed'
  text: string
}

const contextLines = 3
const maxLinesShown = 4000
// The comparison is quadratic in the size of the change. Larger differences are not useful line by line.
const bounds = { maxEditLength: 1000, timeout: 250 }

/** Compares two texts by line, in bounded time and size. `exact` and `leftOut` report a reached bound. */
export function difference(before: string, after: string): Difference {
  const { lines, exact } = compare(...linesOf(before, after))
  const hunks = hunksOf(lines)
  return {
    ...limitLines(hunks),
    added: lines.filter(({ kind }) => kind === 'added').length,
    removed: lines.filter(({ kind }) => kind === 'removed').length,
    exact,
  }
}

/** Splits both texts into lines. Ignores the final line break if both texts have one. */
function linesOf(before: string, after: string): [string[], string[]] {
  const endWithBreak = [before, after].every((text) => text === '' || text.endsWith('\n'))
  const [older, newer] = [before, after].map((text) => {
    if (text === '') return []
    return (endWithBreak ? text.slice(0, -1) : text).split('\n')
  })
  return [older!, newer!]
}

function compare(older: string[], newer: string[]): { lines: Line[]; exact: boolean } {
  const shorter = Math.min(older.length, newer.length)
  let head = 0
  while (head < shorter && older[head] === newer[head]) head++
  let tail = 0
  while (tail < shorter - head && older.at(-1 - tail) === newer.at(-1 - tail)) tail++

  const olderMiddle = older.slice(head, older.length - tail)
  const newerMiddle = newer.slice(head, newer.length - tail)
  const found = diffArrays(olderMiddle, newerMiddle, bounds)
  const middle = found?.flatMap(({ value, added, removed }) =>
    withKind(value, added ? 'added' : removed ? 'removed' : 'same'),
  ) ?? [...withKind(olderMiddle, 'removed'), ...withKind(newerMiddle, 'added')]
  const lines = [
    ...withKind(older.slice(0, head), 'same'),
    ...middle,
    ...withKind(older.slice(older.length - tail), 'same'),
  ]
  return { lines, exact: found !== undefined }
}

function withKind(lines: string[], kind: Line['kind']): Line[] {
  return lines.map((text) => ({ kind, text }))
}

/** Groups changes with their context lines. Merges groups that overlap. */
function hunksOf(lines: Line[]): Hunk[] {
  const hunks: Hunk[] = []
  let [oldLine, newLine, unchanged] = [1, 1, contextLines + 1]
  let hunk: Hunk | undefined
  for (const [index, line] of lines.entries()) {
    unchanged = line.kind === 'same' ? unchanged + 1 : 0
    if (unchanged > contextLines && !changesWithin(lines, index)) hunk = undefined
    else if (!hunk) hunks.push((hunk = { oldStart: oldLine, newStart: newLine, lines: [line] }))
    else hunk.lines.push(line)
    if (line.kind !== 'added') oldLine++
    if (line.kind !== 'removed') newLine++
  }
  return hunks
}

function changesWithin(lines: Line[], index: number): boolean {
  return lines.slice(index, index + contextLines + 1).some(({ kind }) => kind !== 'same')
}

function limitLines(hunks: Hunk[]) {
  let remaining = maxLinesShown
  const shown: Hunk[] = []
  for (const hunk of hunks) {
    if (remaining === 0) break
    shown.push({ ...hunk, lines: hunk.lines.slice(0, remaining) })
    remaining -= shown.at(-1)!.lines.length
  }
  const count = (some: Hunk[]) => some.reduce((sum, { lines }) => sum + lines.length, 0)
  return { hunks: shown, leftOut: count(hunks) - count(shown) }
}
