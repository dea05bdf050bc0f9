import { type Fields, cell, heading, isEmpty, isFields, labelOf } from './cells.ts'
import { pad, shorten, widthOf } from './text.ts'

interface Column {
  name: string
  cells: string[]
  width: number
  /** May be cut off where the terminal is narrow. */
  flexible: boolean
}

const preferred = ['title', 'name', 'status', 'priority', 'assignee']
const flexible = ['title', 'name']
const unasked = ['id', 'version', 'cursor', 'description']
const others = 4
const short = 26
const gap = 2

/** Items as an aligned table: what they are called by, what people ask for first, then a few short fields. */
export function table(items: Fields[], width: number, asked: string[] = []): string {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))]
  const keys = ['key', 'slug'].filter((name) => names.includes(name))
  // An entry of a feed is called by nothing: its cursor is of use to programs only.
  const called = keys.length > 0 || names.includes('cursor') ? keys : ['id']
  const first = [...called, ...preferred].filter((name) => names.includes(name))
  const rest = names.filter((name) => ![...first, ...unasked, ...asked].includes(name))
  const leading = first.map((name) => column(name, items)).filter(({ cells }) => cells.some(Boolean))
  const more = rest
    .filter((name) => items.every((item) => isShort(item[name])))
    .map((name) => column(name, items))
    .filter((candidate) => candidate.cells.some(Boolean) && candidate.width <= short)
    .slice(0, others)
  const columns = fit(leading, more, width)
  const line = (texts: string[]) =>
    texts
      .map((text, index) => pad(text, columns[index]!.width))
      .join(' '.repeat(gap))
      .trimEnd()
  return [
    line(columns.map(({ name }) => heading(name).toUpperCase())),
    ...items.map((_, row) => line(columns.map(({ cells, width: room }) => shorten(cells[row]!, room)))),
  ].join('\n')
}

function column(name: string, items: Fields[]): Column {
  const cells = items.map((item) => cell(item[name]))
  const width = Math.max(widthOf(heading(name)), ...cells.map(widthOf))
  return { name, cells, width, flexible: flexible.includes(name) }
}

function isShort(value: unknown): boolean {
  if (isEmpty(value) || typeof value !== 'object') return true
  if (Array.isArray(value)) return value.every((element) => typeof element !== 'object')
  return isFields(value) && labelOf(value) !== undefined
}

/** Where it is too wide, the last of the further columns go first, then the long texts are cut off. */
function fit(leading: Column[], more: Column[], width: number): Column[] {
  const total = (columns: Column[]) => columns.reduce((sum, each) => sum + each.width + gap, -gap)
  const kept = [...more]
  while (kept.length > 0 && total([...leading, ...kept]) > width) kept.pop()
  const columns = [...leading, ...kept]
  const excess = total(columns) - width
  if (excess <= 0) return columns
  const longest = columns.filter((each) => each.flexible).toSorted((a, b) => b.width - a.width)[0]
  return columns.map((each) =>
    each === longest ? { ...each, width: Math.max(12, each.width - excess) } : each,
  )
}
