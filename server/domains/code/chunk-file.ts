import { cutText } from '../../platform/cut-text.ts'
import { type FindDefinition, definitionsFor } from './definitions.ts'

/** A part of a file. Lines count from 1, and the last one is included. */
export interface Chunk {
  startLine: number
  endLine: number
  /** The function, class or heading that it starts with. */
  symbol: string | null
  text: string
}

// The model reads about 250 tokens, so a longer chunk is only found by words. Values from `npm run bench code`.
const maxLength = 1600
const maxLines = 60
// Short definitions that follow each other share a chunk.
const minLength = 300
const maxSymbolLength = 120

/** A range of lines, the end excluded. */
interface Range {
  start: number
  end: number
  symbol: string | null
}

/**
 * Splits a file at its functions, classes and headings, by rules on single lines. They need no parser of each language,
 * and work on any text: a missed definition makes a chunk less exact, never wrong.
 */
export function chunkFile(path: string, lines: string[]): Chunk[] {
  const find = definitionsFor(path)
  const isMarkdown = /\.(?:mdx?|markdown)$/i.test(path)
  const ranges = find ? splitAtDefinitions(lines, isMarkdown ? outsideFences(find) : find) : whole(lines)
  const joined = joinShort(ranges, lines)
  return joined.flatMap((range) => splitLong(range, lines)).flatMap((range) => chunkOf(range, lines))
}

function whole(lines: string[]): Range[] {
  return [{ start: 0, end: lines.length, symbol: null }]
}

/** Starts a range at each definition, or at the comments and decorators directly above it. */
function splitAtDefinitions(lines: string[], find: FindDefinition): Range[] {
  const ranges: Range[] = []
  let current: Range = { start: 0, end: 0, symbol: null }
  for (const [at, line] of lines.entries()) {
    const symbol = line === '' ? undefined : find(line)
    if (symbol === undefined) continue
    let start = at
    while (start > current.start && leadsDefinition.test(lines[start - 1]!)) start--
    if (start > current.start || current.symbol === null) {
      if (start > current.start) ranges.push({ ...current, end: start })
      current = { start, end: 0, symbol }
    }
  }
  ranges.push({ ...current, end: lines.length })
  return ranges
}

const leadsDefinition = /^\s*(?:\/\/|\/\*|\*|#(?!#* )|--|@\w|\[\w.*\]\s*$|"""|'''|<!--)/

/** Ignores headings in code blocks of Markdown, where `#` starts a comment. */
function outsideFences(find: FindDefinition): FindDefinition {
  let inFence = false
  return (line) => {
    if (/^\s*(?:```|~~~)/.test(line)) inFence = !inFence
    return inFence ? undefined : find(line)
  }
}

function lengthOf({ start, end }: Pick<Range, 'start' | 'end'>, lines: string[]): number {
  let length = 0
  for (let at = start; at < end; at++) length += lines[at]!.length + 1
  return length
}

/** Joins short ranges with the next one. The first name of the joined range stays. */
function joinShort(ranges: Range[], lines: string[]): Range[] {
  const joined: Range[] = []
  let lastLength = 0
  for (const range of ranges) {
    const last = joined.at(-1)
    const length = lengthOf(range, lines)
    const fits = last && lastLength + length <= maxLength && range.end - last.start <= maxLines
    if (last && fits && (lastLength < minLength || length < minLength / 3)) {
      last.end = range.end
      last.symbol ??= range.symbol
      lastLength += length
    } else {
      joined.push({ ...range })
      lastLength = length
    }
  }
  return joined
}

/** Splits a long range, if possible at an empty line in its second half. All parts keep the name. */
function splitLong(range: Range, lines: string[]): Range[] {
  const parts: Range[] = []
  let { start } = range
  while (start < range.end) {
    const end = Math.min(range.end, endWithin(start, range.end, lines))
    const middle = start + Math.ceil((end - start) / 2)
    let cut = end
    if (end < range.end) {
      while (cut > middle && lines[cut - 1]!.trim() !== '') cut--
      if (cut === middle) cut = end
    }
    parts.push({ start, end: cut, symbol: range.symbol })
    start = cut
  }
  return parts
}

/** Returns the end of the lines that fit into one chunk: at least one. */
function endWithin(start: number, end: number, lines: string[]): number {
  let length = lines[start]!.length
  let at = start + 1
  while (at < end && at - start < maxLines && length + lines[at]!.length < maxLength) {
    length += lines[at]!.length + 1
    at++
  }
  return at
}

/** Leaves out empty lines around the text, and chunks without any word. Cuts a line that is too long alone. */
function chunkOf({ start, end, symbol }: Range, lines: string[]): Chunk[] {
  let [first, last] = [start, end]
  while (first < last && lines[first]!.trim() === '') first++
  while (last > first && lines[last - 1]!.trim() === '') last--
  const text = cutText(lines.slice(first, last).join('\n'), 2 * maxLength)
  if (!/[\p{L}\p{N}]/u.test(text)) return []
  return [
    {
      startLine: first + 1,
      endLine: last,
      symbol: symbol === null ? null : cutText(symbol.trim(), maxSymbolLength),
      text,
    },
  ]
}
