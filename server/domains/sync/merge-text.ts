import { mergeDiff3 } from 'node-diff3'

// Longer texts would block the server while it compares them.
const maxLines = 5000

/**
 * Merges two versions of a text that came from the same base, line by line. Returns undefined if both changed the same
 * lines, or lines next to each other.
 */
export function mergeText(base: string, current: string, pushed: string): string | undefined {
  const texts = [current, base, pushed].map((text) => text.split('\n'))
  if (texts.some((lines) => lines.length > maxLines)) return undefined
  const [currentLines, baseLines, pushedLines] = texts as [string[], string[], string[]]
  const { conflict, result } = mergeDiff3(currentLines, baseLines, pushedLines, {
    excludeFalseConflicts: true,
  })
  return conflict ? undefined : result.join('\n')
}
