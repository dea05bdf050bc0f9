import { type Fields, cell, heading, isEmpty, isFields, nameOf } from './cells.ts'
import { table } from './table.ts'
import { cleanLines } from './text.ts'

/** An answer for a person to read: a list as a table, one thing as its fields. `asked` is what the list was asked by. */
export function render(answer: unknown, width: number, asked: string[] = []): string {
  if (!isFields(answer)) return cell(answer)
  if (isListOfFields(answer.items))
    return answer.items.length === 0 ? 'None.' : table(answer.items, width, asked)
  return fieldLines(answer, width).join('\n')
}

/** `field: value`, in the order of the answer. What is empty is left out. */
function fieldLines(fields: Fields, width: number): string[] {
  return Object.entries(fields)
    .filter(([, value]) => !isEmpty(value))
    .flatMap(([name, value]) => {
      const below = linesBelow(value, width - 2)
      return below
        ? [`${heading(name)}:`, ...below.map((line) => `  ${line}`.trimEnd())]
        : [`${heading(name)}: ${cell(value)}`]
    })
}

/** For what does not fit beside its name. */
function linesBelow(value: unknown, width: number): string[] | undefined {
  if (typeof value === 'string' && value.includes('\n')) return cleanLines(value)
  if (isListOfFields(value)) return table(value, width).split('\n')
  if (isFields(value) && nameOf(value) === undefined) return fieldLines(value, width)
  return undefined
}

function isListOfFields(value: unknown): value is Fields[] {
  return Array.isArray(value) && value.every(isFields)
}
