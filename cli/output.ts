import type { Command } from './commands.ts'
import { columnsOf } from './columns.ts'
import type { Schema } from './contract.ts'
import { type FieldPath, readFieldPaths, selectFields } from './field-paths.ts'
import { follow, printable, readPath } from './jq.ts'
import type { OptionTypes } from './options.ts'
import { render } from './render.ts'
import { terminalWidth } from './text.ts'

/** The options that choose how a result is printed. */
export const outputOptions = {
  json: 'boolean',
  fields: 'string',
  jq: 'string',
} as const satisfies OptionTypes

export interface Output {
  /** Whether a program reads the output. */
  isJson: boolean
  print(result: unknown, filters?: string[]): void
}

/** Reads the output options. Rejects invalid ones before the command runs. */
export function readOutput(
  options: Map<string, string>,
  { id, result }: Pick<Command, 'id'> & { result: Schema },
): Output {
  const fields = options.get('fields')
  const jq = options.get('jq')
  const chosen = fields === undefined ? undefined : readFieldPaths(fields, result)
  const steps = jq === undefined ? undefined : readPath(jq, result)
  const isJson = options.has('json') || steps !== undefined
  const json = (value: unknown) => {
    const selected = chosen ? selectFields(value, chosen) : value
    if (!steps) return console.log(JSON.stringify(selected, null, 2))
    for (const each of follow(selected, steps)) console.log(printable(each))
  }
  const table = (value: unknown, filters: string[], paths: FieldPath[] | undefined) =>
    console.log(render(value, { width: terminalWidth(), columns: columnsOf({ id }), chosen: paths, filters }))
  return {
    isJson,
    print: (value, filters = []) => (isJson ? json(value) : table(value, filters, chosen)),
  }
}
