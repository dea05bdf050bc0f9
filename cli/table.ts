import { type Fields, cell, heading, isEmpty, isFields, labelOf } from './cells.ts'
import { type FieldPath, valueAt } from './field-paths.ts'
import { pad, shorten, widthOf } from './text.ts'

interface Column {
  path: FieldPath
  heading: string
  cells: string[]
  width: number
}

export interface TableOptions {
  width: number
  /** The columns, the most important first. */
  columns?: string[] | undefined
  /** Columns that the user chose. All of them are shown, even if they are empty. */
  chosen?: FieldPath[] | undefined
  /** Fields that the list was filtered by. They are hidden if every row has the same value. */
  filters?: string[]
}

const leading = ['key', 'slug', 'name', 'title', 'status', 'kind', 'type', 'priority', 'assignee']
const internal = /^(id|version|cursor|position|description|may|createdAt|updatedAt|.*Id)$/
const maxColumns = 7
/** Columns that are shown whole or not at all, because a part of an id is useless. */
const rigid = /^(id|key|slug|url)$/
const minColumnWidth = 12
const gap = 2

/** Aligns items as a table. */
export function table(items: Fields[], options: TableOptions): string {
  const { chosen, width: available } = options
  const columns = chosen
    ? shrink(readColumns(chosen, items), available)
    : fit(defaultColumns(items, options), available)
  const line = (texts: string[]) =>
    texts
      .map((text, index) => pad(text, columns[index]!.width))
      .join(' '.repeat(gap))
      .trimEnd()
  return [
    line(columns.map((each) => each.heading)),
    ...items.map((_, row) => line(columns.map(({ cells, width }) => shorten(cells[row]!, width)))),
  ].join('\n')
}

function defaultColumns(items: Fields[], { columns, filters = [] }: TableOptions): Column[] {
  const names = columns ?? generalColumns(items)
  const paths = names.map((name) => name.split('.'))
  return readColumns(paths, items).filter((each) => {
    const isFilter = filters.includes(each.path[0]!) && !isRigid(each)
    const isConstant = each.cells.every((text) => text === each.cells[0])
    return each.cells.some(Boolean) && !(isFilter && isConstant)
  })
}

/** Chooses columns for items that columns.ts doesn't list, such as those inside another item. */
function generalColumns(items: Fields[]): string[] {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))]
  const first = leading.filter((name) => names.includes(name))
  const rest = names
    .filter((name) => !leading.includes(name) && !internal.test(name))
    .filter((name) => items.every((item) => isShort(item[name])))
  // An item without a name is referred to by its id.
  const hasName = ['key', 'slug', 'name', 'title'].some((name) => names.includes(name))
  return [...[...first, ...rest].slice(0, maxColumns), ...(hasName || !names.includes('id') ? [] : ['id'])]
}

function isShort(value: unknown): boolean {
  if (isEmpty(value) || typeof value !== 'object') return true
  if (Array.isArray(value)) return value.every((element) => typeof element !== 'object')
  return isFields(value) && labelOf(value) !== undefined
}

/** Reads the columns. A heading is the last part of the path, or the whole path if two columns end the same. */
function readColumns(paths: FieldPath[], items: Fields[]): Column[] {
  const last = paths.map((path) => path.at(-1)!)
  return paths.map((path, index) => {
    const isUnique = last.filter((name) => name === last[index]).length === 1
    const title = heading(isUnique ? last[index]! : path.join(' ')).toUpperCase()
    const cells = items.map((item) => cell(valueAt(item, path)))
    return { path, heading: title, cells, width: Math.max(widthOf(title), ...cells.map(widthOf)) }
  })
}

/** Shortens long texts to half of the width first, then drops the last columns, then shortens further. */
function fit(columns: Column[], width: number): Column[] {
  const visible = columns.map((each) =>
    isRigid(each) || each === columns[0]
      ? each
      : { ...each, width: Math.min(each.width, Math.max(minColumnWidth, Math.floor(width / 2))) },
  )
  while (visible.length > 2 && total(visible) > width && !fitsWhenShrunk(visible, width)) visible.pop()
  return shrink(visible, width)
}

/** Returns whether all columns fit if long texts are shortened to a readable part. */
function fitsWhenShrunk(columns: Column[], width: number): boolean {
  const readable = 30
  const shortened = columns.map((each) =>
    isRigid(each) ? each : { ...each, width: Math.min(each.width, readable) },
  )
  return total(shortened) <= width
}

/** Narrows the widest columns until the table fits. */
function shrink(columns: Column[], width: number): Column[] {
  const widths = columns.map((each) => each.width)
  const excess = () => widths.reduce((sum, each) => sum + each + gap, -gap) - width
  while (excess() > 0) {
    const candidates = columns.map((each, index) => (isRigid(each) ? 0 : widths[index]!))
    const longest = Math.max(...candidates)
    if (longest <= minColumnWidth || !Number.isFinite(longest)) break
    widths[candidates.indexOf(longest)]!--
  }
  return columns.map((each, index) => ({ ...each, width: widths[index]! }))
}

function isRigid({ path }: Column): boolean {
  return rigid.test(path.at(-1)!)
}

function total(columns: Column[]): number {
  return columns.reduce((sum, each) => sum + each.width + gap, -gap)
}
