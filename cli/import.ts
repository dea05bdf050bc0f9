import fs from 'node:fs'
import { type Fields, isFields, isListOfFields } from './cells.ts'
import { readSettings } from './config.ts'
import { connect } from './connection.ts'
import { readExportParts } from './export-parts.ts'
import { Failure, UsageError } from './failures.ts'
import { readOptions } from './options.ts'
import { clean } from './text.ts'

/** Small enough for one request, and large enough that most items arrive together with those they refer to. */
const partChars = 4_000_000

/** Loads an export file in parts. The server maps ids permanently, so an interrupted import can run again. */
export async function importData(words: string[]): Promise<void> {
  const [file, ...more] = words.filter((word) => !word.startsWith('-'))
  const options = readOptions(
    words.filter((word) => word.startsWith('-')),
    { json: 'boolean' },
  )
  if (file === undefined) throw new UsageError('Name the file to import.')
  if (more.length > 0) throw new UsageError(`"${more[0]}" is one argument too many.`)
  if (!fs.statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new UsageError(`The file "${file}" doesn't exist.`)
  const call = connect(readSettings())
  const total = { created: 0, existing: 0 }
  const refused: Fields[] = []
  for await (const part of readExportParts(file, partChars)) {
    const result = await call('sync.import', {
      file: new File([part], 'part.json', { type: 'application/json' }),
    })
    total.created += Number(result.created)
    total.existing += Number(result.existing)
    refused.push(...(isListOfFields(result.refused) ? result.refused : []))
  }
  if (options.has('json')) console.log(JSON.stringify({ ...total, refused }, null, 2))
  else {
    for (const { kind, id, problem } of refused)
      console.error(
        clean(`${String(kind)} ${String(id)}: ${isFields(problem) ? String(problem.detail) : ''}`),
      )
    console.log(`Created ${total.created}, already here ${total.existing}, rejected ${refused.length}.`)
  }
  if (refused.length > 0)
    throw new Failure('Some items were rejected. Fix the cause and import the file again.')
}
