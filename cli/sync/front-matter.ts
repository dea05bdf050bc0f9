import { isDeepStrictEqual } from 'node:util'
import {
  LineCounter,
  type Pair,
  type Scalar,
  isMap,
  isNode,
  isScalar,
  parse,
  parseDocument,
  stringify,
} from 'yaml'

/** An error in a file, at a line. */
export class FileError extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

export interface Entry {
  value: unknown
  /** A scalar as it is written, so that the title 1.0 stays "1.0". */
  source: string | undefined
  /** The line in the file, from 1. */
  line: number
  /** The position of the entry's lines in the front matter. */
  start: number
  end: number
}

/** A file, divided at the lines that enclose the front matter. Line breaks are \n. */
export interface Divided {
  bom: boolean
  crlf: boolean
  /** The lines between the two ---, or undefined without front matter. */
  head: string | undefined
  body: string
}

/** Divides a file. A file belongs to Windows if its first line ends with \r\n: then all line breaks are read as \n. */
export function divide(original: string): Divided {
  const bom = original.startsWith('\uFEFF')
  const whole = bom ? original.slice(1) : original
  const crlf = /^[^\n]*\r\n/.test(whole)
  const text = crlf ? whole.replaceAll('\r\n', '\n') : whole
  const opening = /^---[ \t]*\n/.exec(text)
  if (!opening) return { bom, crlf, head: undefined, body: text }
  const rest = text.slice(opening[0].length)
  // Without the flag m, because its ^ and $ also match at line separators inside of a value, such as U+2028.
  const closing = /(?<=^|\n)---[ \t]*(?:\n|$)/.exec(rest)
  if (!closing) throw new FileError(1, 'The front matter has no closing "---" line.')
  return {
    bom,
    crlf,
    head: rest.slice(0, closing.index),
    body: rest.slice(closing.index + closing[0].length),
  }
}

export function assemble({ bom, crlf, head, body }: Divided): string {
  const text = head === undefined ? body : `---\n${head}---\n${body}`
  return (bom ? '\uFEFF' : '') + (crlf ? text.replace(/\r?\n/g, '\r\n') : text)
}

/** Reads the entries of the front matter. Throws the first error with its line in the file. */
export function readEntries(head: string): Map<string, Entry> {
  const counter = new LineCounter()
  const document = parseDocument(head, { lineCounter: counter, prettyErrors: false })
  // The front matter starts in the second line of the file.
  const lineAt = (offset: number) => counter.linePos(offset).line + 1
  const [error] = document.errors
  if (error) throw new FileError(lineAt(error.pos[0]), error.message)
  const { contents } = document
  if (contents === null) return new Map()
  if (!isMap(contents) || contents.flow)
    throw new FileError(2, 'The front matter must consist of lines like "title: Fix the login".')
  const entries = new Map<string, Entry>()
  for (const pair of contents.items as Pair<Scalar>[]) {
    const { key, value } = pair
    const [start] = key.range!
    const end = Math.max(key.range![1], isNode(value) ? value.range![1] : 0)
    if (!isScalar(key) || head.lastIndexOf('\n', start) !== start - 1)
      throw new FileError(lineAt(start), 'Each line must start with a name, such as "title:".')
    entries.set(String(key.value), {
      value: isNode(value) ? value.toJS(document) : null,
      source: isScalar(value) ? sourceOf(value) : undefined,
      line: lineAt(start),
      start,
      end: lineEnd(head, end),
    })
  }
  return entries
}

function sourceOf({ value, source }: Scalar): string | undefined {
  return typeof value === 'string' ? value : source
}

/** Returns the position after the line in which a value ends. A block value ends after its last line break. */
function lineEnd(head: string, end: number): number {
  if (end > 0 && head[end - 1] === '\n') return end
  const newline = head.indexOf('\n', end)
  return newline === -1 ? head.length : newline + 1
}

/**
 * Writes values into the front matter and changes only their lines, so that comments and the style of other lines stay.
 * An undefined value removes its line. `order` lists all names in the order of new lines.
 */
export function editEntries(head: string, values: Map<string, unknown>, order: string[]): string {
  let edited = head
  for (const name of order) {
    if (!values.has(name)) continue
    const value = values.get(name)
    const line = value === undefined ? '' : formatEntry(name, value)
    const entries = readEntries(edited)
    const { start, end } = entries.get(name) ?? insertion(entries, name, order)
    const before = edited.slice(0, start)
    edited =
      before + (before === '' || before.endsWith('\n') || line === '' ? '' : '\n') + line + edited.slice(end)
  }
  return edited
}

/** Returns the position after the nearest entry that precedes this one in the order. */
function insertion(
  entries: Map<string, Entry>,
  name: string,
  order: string[],
): { start: number; end: number } {
  const earlier = order.slice(0, order.indexOf(name)).toReversed()
  const { end } = earlier.map((other) => entries.get(other)).find((entry) => entry !== undefined) ?? {
    end: 0,
  }
  return { start: end, end }
}

/** Formats an entry as readable YAML. JSON is valid YAML and keeps the few values that a block would change. */
function formatEntry(name: string, value: unknown): string {
  const text = stringify({ [name]: value }, { lineWidth: 0 })
  const isKept = !/[^\P{C}\n]|[\u2028\u2029]/u.test(text) && isDeepStrictEqual(parse(text), { [name]: value })
  return isKept ? text : `${name}: ${JSON.stringify(value)}\n`
}
