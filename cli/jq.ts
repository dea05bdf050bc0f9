import { isFields } from './cells.ts'
import type { Schema } from './contract.ts'
import { Failure, UsageError } from './failures.ts'
import { elementsOf, stepInto } from './schema-path.ts'

/** One step of a path: a field, an index, or every element of a list. */
type Step = { field: string } | { index: number } | 'each'

const supported = 'It supports .field, ."field", [0], [-1] and []. For more, pipe --json into jq.'
const stepPattern = /^(?:\.([A-Za-z_]\w*)|\.?\[?"([^"]*)"\]?|\.?\[(-?\d+)\]|\.?(\[\]))/

/** Reads a path such as `.items[].key`, and rejects fields that the result doesn't have. */
export function readPath(text: string, result: Schema | undefined): Step[] {
  const steps: Step[] = []
  let schema = result
  let rest = text.trim()
  if (!rest.startsWith('.')) throw new UsageError(`--jq must start with a dot, not "${text}". ${supported}`)
  if (rest === '.') return []
  while (rest !== '') {
    const match = stepPattern.exec(rest)
    if (!match) throw new UsageError(`--jq can't read "${rest}" in "${text}". ${supported}`)
    const [whole, plain, quoted, index] = match
    const field = plain ?? quoted
    if (field !== undefined) {
      if (elementsOf(schema))
        throw new UsageError(`--jq: put [] before "${rest}" in "${text}", to read every element of the list.`)
      schema = stepInto(schema, field, '--jq')
      steps.push({ field })
    } else {
      if (schema?.properties)
        throw new UsageError(`--jq: "${rest}" needs a list, but "${text}" has an object there.`)
      schema = elementsOf(schema)
      steps.push(index === undefined ? 'each' : { index: Number(index) })
    }
    rest = rest.slice(whole.length)
  }
  return steps
}

/** Returns every value that the path matches. A field that isn't set is null, as in jq. */
export function follow(value: unknown, steps: Step[]): unknown[] {
  let values = [value]
  for (const step of steps) values = values.flatMap((each) => apply(each, step))
  return values
}

/** Returns strings unchanged, so that a shell can use them, and other values as JSON. */
export function printable(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function apply(value: unknown, step: Step): unknown[] {
  if (value === null || value === undefined) return step === 'each' ? [] : [null]
  if (step === 'each') {
    if (Array.isArray(value)) return value
    if (isFields(value)) return Object.values(value)
  } else if ('index' in step) {
    if (Array.isArray(value)) return [value.at(step.index) ?? null]
  } else if (isFields(value)) return [value[step.field] ?? null]
  throw new Failure(`--jq: the path doesn't fit the result at ${JSON.stringify(value).slice(0, 60)}.`)
}
