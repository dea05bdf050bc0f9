import { mergeDiff3 } from 'node-diff3'

// Comparing repeated lines, such as the blank ones of a document, takes cubic time: about 0.1 s for this much.
const maxWork = 1e8

/** The same part of three versions of a text, as lines. */
interface Part {
  base: string[]
  current: string[]
  pushed: string[]
}

/**
 * Merges two versions of a text that came from the same base, line by line. Returns undefined if both changed the same
 * lines, or lines next to each other, or if comparing them would block the server.
 */
export function mergeText(base: string, current: string, pushed: string): string | undefined {
  const lines = { base: base.split('\n'), current: current.split('\n'), pushed: pushed.split('\n') }
  const parts = splitAtUniqueLines(lines)
  if (parts.reduce((sum, part) => sum + workOf(part), 0) > maxWork) return undefined
  const merged: string[][] = []
  for (const part of parts) {
    const { conflict, result } = mergeDiff3(part.current, part.base, part.pushed, {
      excludeFalseConflicts: true,
    })
    if (conflict) return undefined
    merged.push(result)
  }
  return merged.flat().join('\n')
}

/**
 * Splits the versions before each line that all of them have exactly once, as long as these lines are in the same order.
 * Such a line is unchanged, so the parts can be merged one by one, which takes much less time.
 */
function splitAtUniqueLines({ base, current, pushed }: Part): Part[] {
  const inCurrent = uniqueLines(current)
  const inPushed = uniqueLines(pushed)
  const parts: Part[] = []
  const start = { base: 0, current: 0, pushed: 0 }
  const close = (end: typeof start) => {
    parts.push({
      base: base.slice(start.base, end.base),
      current: current.slice(start.current, end.current),
      pushed: pushed.slice(start.pushed, end.pushed),
    })
    Object.assign(start, end)
  }
  for (const [line, at] of uniqueLines(base)) {
    const end = { base: at, current: inCurrent.get(line) ?? -1, pushed: inPushed.get(line) ?? -1 }
    if (end.current >= start.current && end.pushed >= start.pushed) close(end)
  }
  close({ base: base.length, current: current.length, pushed: pushed.length })
  return parts
}

/** Returns the positions of the lines that occur once, in their order. */
function uniqueLines(lines: string[]): Map<string, number> {
  const positions = new Map<string, number>()
  const repeated = new Set<string>()
  for (const [at, line] of lines.entries()) {
    if (positions.has(line)) repeated.add(line)
    else positions.set(line, at)
  }
  for (const line of repeated) positions.delete(line)
  return positions
}

/** Estimates the steps of the comparisons: pairs of equal lines times the lines of the shorter text. */
function workOf({ base, current, pushed }: Part): number {
  return Math.max(
    ...[current, pushed].map((lines) => equalPairs(base, lines) * Math.min(base.length, lines.length)),
  )
}

function equalPairs(one: string[], other: string[]): number {
  const counts = new Map<string, number>()
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) + 1)
  return other.reduce((pairs, line) => pairs + (counts.get(line) ?? 0), 0)
}
