import { type Fields, cell, heading, isEmpty, isFields, isListOfFields, nameOf, progressOf } from './cells.ts'
import { type FieldPath, valueAt } from './field-paths.ts'
import { type TableOptions, table } from './table.ts'
import { cleanLines } from './text.ts'

/** Formats a result for a terminal: a list as a table, an item as its fields. */
export function render(result: unknown, options: TableOptions): string {
  if (!isFields(result)) return cell(result)
  if (isListOfFields(result.items)) return result.items.length === 0 ? 'None.' : table(result.items, options)
  const { width, chosen } = options
  return (chosen ? chosenLines(result, chosen, width) : fieldLines(withoutInternals(result), width)).join(
    '\n',
  )
}

/** Removes fields that only programs use. An item with a key or a slug doesn't need its id. */
function withoutInternals({ version: _, position: __, may: ___, ...fields }: Fields): Fields {
  const { id, ...rest } = fields
  return id !== undefined && ('key' in rest || 'slug' in rest) ? rest : fields
}

function chosenLines(fields: Fields, chosen: FieldPath[], width: number): string[] {
  return chosen.flatMap((path) => linesOf(path.join(' '), valueAt(fields, path), width))
}

/** Returns `field: value` lines in the order of the result, without empty fields. */
function fieldLines(fields: Fields, width: number): string[] {
  return Object.entries(fields)
    .filter(([, value]) => !isEmpty(value))
    .flatMap(([name, value]) => linesOf(name, value, width))
}

function linesOf(name: string, value: unknown, width: number): string[] {
  const below = linesBelow(value, width - 2)
  return below
    ? [`${heading(name)}:`, ...below.map((line) => `  ${line}`.trimEnd())]
    : [`${heading(name)}: ${cell(value)}`.trimEnd()]
}

/** Returns the lines of a value that doesn't fit beside its name, indented below it. */
function linesBelow(value: unknown, width: number): string[] | undefined {
  if (typeof value === 'string' && value.includes('\n')) return cleanLines(value)
  if (isListOfFields(value) && value.length > 0) return table(value, { width }).split('\n')
  if (isFields(value) && !isEmpty(value) && (nameOf(value) ?? progressOf(value)) === undefined)
    return fieldLines(withoutInternals(value), width)
  return undefined
}
