import { diffArrays } from 'diff'
import { z } from 'zod'

const Line = z.object({
  kind: z.enum(['same', 'added', 'removed']),
  text: z.string().describe('The line, without its end.'),
})

const Hunk = z.object({
  oldStart: z.int().describe('The line of the older text that it begins at, counted from 1.'),
  newStart: z.int().describe('The line of the newer text that it begins at, counted from 1.'),
  lines: z.array(Line),
})

/** How one text became another, line by line. */
export const Difference = z
  .object({
    hunks: z.array(Hunk).describe('What changed, each place with up to three lines around it.'),
    added: z.int().describe('How many lines are new.'),
    removed: z.int().describe('How many lines are gone.'),
    exact: z
      .boolean()
      .describe('False if so much changed that everything between the first and the last change counts.'),
    leftOut: z.int().describe('How many lines of the difference are not shown, because it is very long.'),
  })
  .meta({ id: 'Difference' })

export type Difference = z.output<typeof Difference>
type Line = z.output<typeof Line>

const around = 3
const mostLinesShown = 4000
// The comparison takes time with the square of what changed. Beyond this nobody would read it line by line.
const bounds = { maxEditLength: 1000, timeout: 250 }

/** Compares two texts by their lines, in bounded time and size. It says so where a bound was reached. */
export function difference(before: string, after: string): Difference {
  const { lines, exact } = compare(...linesOf(before, after))
  const hunks = hunksOf(lines)
  return {
    ...cutOff(hunks),
    added: lines.filter(({ kind }) => kind === 'added').length,
    removed: lines.filter(({ kind }) => kind === 'removed').length,
    exact,
  }
}

/** An end of line closes a line and begins none, as long as both texts end in one. */
function linesOf(before: string, after: string): [string[], string[]] {
  const closed = [before, after].every((text) => text === '' || text.endsWith('\n'))
  const [old, young] = [before, after].map((text) => {
    if (text === '') return []
    return (closed ? text.slice(0, -1) : text).split('\n')
  })
  return [old!, young!]
}

function compare(old: string[], young: string[]): { lines: Line[]; exact: boolean } {
  const shorter = Math.min(old.length, young.length)
  let head = 0
  while (head < shorter && old[head] === young[head]) head++
  let tail = 0
  while (tail < shorter - head && old.at(-1 - tail) === young.at(-1 - tail)) tail++

  const oldMiddle = old.slice(head, old.length - tail)
  const youngMiddle = young.slice(head, young.length - tail)
  const found = diffArrays(oldMiddle, youngMiddle, bounds)
  const middle = found?.flatMap(({ value, added, removed }) =>
    marked(value, added ? 'added' : removed ? 'removed' : 'same'),
  ) ?? [...marked(oldMiddle, 'removed'), ...marked(youngMiddle, 'added')]
  const lines = [
    ...marked(old.slice(0, head), 'same'),
    ...middle,
    ...marked(old.slice(old.length - tail), 'same'),
  ]
  return { lines, exact: found !== undefined }
}

function marked(lines: string[], kind: Line['kind']): Line[] {
  return lines.map((text) => ({ kind, text }))
}

/** Only what changed, with what is around it; places that are near to each other are one. */
function hunksOf(lines: Line[]): Difference['hunks'] {
  const hunks: Difference['hunks'] = []
  let [oldLine, newLine, unchanged] = [1, 1, around + 1]
  let hunk: Difference['hunks'][number] | undefined
  for (const [index, line] of lines.entries()) {
    unchanged = line.kind === 'same' ? unchanged + 1 : 0
    if (unchanged > around && !changesWithin(lines, index)) hunk = undefined
    else if (!hunk) hunks.push((hunk = { oldStart: oldLine, newStart: newLine, lines: [line] }))
    else hunk.lines.push(line)
    if (line.kind !== 'added') oldLine++
    if (line.kind !== 'removed') newLine++
  }
  return hunks
}

function changesWithin(lines: Line[], index: number): boolean {
  return lines.slice(index, index + around + 1).some(({ kind }) => kind !== 'same')
}

function cutOff(hunks: Difference['hunks']) {
  let room = mostLinesShown
  const shown: Difference['hunks'] = []
  for (const hunk of hunks) {
    if (room === 0) break
    shown.push({ ...hunk, lines: hunk.lines.slice(0, room) })
    room -= shown.at(-1)!.lines.length
  }
  const count = (some: Difference['hunks']) => some.reduce((sum, { lines }) => sum + lines.length, 0)
  return { hunks: shown, leftOut: count(hunks) - count(shown) }
}
