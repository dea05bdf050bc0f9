import { z } from 'zod'
import { reject } from '../../errors/errors.ts'
import { parseJson } from '../../operations/parse-json.ts'
import { type SyncKinds, syncKindNames } from '../../operations/sync-kind.ts'
import { SyncItem } from './item.ts'

const Head = z.looseObject({
  format: z.literal('baton-export'),
  version: z.int(),
  items: z.array(z.unknown()),
})

/** The part of an item that an import reads. The target gives it a new key, version and scope. */
const ImportedItem = SyncItem.pick({ kind: true, id: true, fields: true })
export type ImportedItem = z.output<typeof ImportedItem>

/** An item of 200 bytes has about 20 values, so a file of 50 MiB stays below this. */
const maxValues = 5_000_000

/** Returns the items of an export file, parents first. Ignores fields of a later version. */
export async function readImportFile(file: File, kinds: SyncKinds): Promise<ImportedItem[]> {
  const head = Head.safeParse(parseJson(await file.text(), maxValues))
  if (!head.success) return reject('not_an_export', { reason: 'it lacks "format": "baton-export".' })
  if (head.data.version !== 1)
    return reject('not_an_export', {
      reason: `it has version ${head.data.version}, and this server reads version 1. Update the server.`,
    })
  const items = head.data.items.map((given, index) => {
    const item = ImportedItem.safeParse(given)
    if (item.success) return item.data
    const [issue] = item.error.issues
    const path = ['items', index, ...issue!.path].join('.')
    return reject('not_an_export', { reason: `"${path}" is not valid. ${issue!.message}` })
  })
  return items
    .filter(({ kind }) => !kinds[kind].exportOnly)
    .map((item) => ({ ...item, fields: knownFields(kinds, item) }))
    .toSorted((left, right) => syncKindNames.indexOf(left.kind) - syncKindNames.indexOf(right.kind))
}

function knownFields(kinds: SyncKinds, { kind, fields }: ImportedItem): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => Object.hasOwn(kinds[kind].fields, name)),
  )
}
