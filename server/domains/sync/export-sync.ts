import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { operation } from '../../operations/operation.ts'
import type { Scopes, SyncKinds } from '../../operations/sync-kind.ts'
import { visibleItems } from './access.ts'
import { firstPlace, itemFromRow, kindAt, readRowsAfter, sizeOfItem } from './item.ts'
import { readScopes } from './scopes.ts'

export const exportSync = operation({
  id: 'sync.export',
  summary: 'Export all items that you can see as one JSON file, which another organization can import.',
  http: 'GET /api/sync/export',
  access: visibleItems,
  answers: 'file',
  shows: [],
  input: z.object({}),
  output: z.object({
    type: z.string(),
    bytes: z.custom<AsyncIterable<string>>(),
    lasting: z.boolean(),
    name: z.string(),
  }),
}).run(async (ctx) => {
  const { id, slug, name } = ctx.organization
  const exportedAt = new Date().toISOString()
  const head = { format: 'baton-export', version: 1, exportedAt, organization: { id, slug, name } }
  return {
    type: 'application/json',
    name: `baton-${slug}-${exportedAt.slice(0, 10)}.json`,
    bytes: exportText(ctx.db, ctx.app.syncKinds, await readScopes(ctx.db, ctx), head),
    lasting: false,
  }
})

const maxBatch = 500
const batchBytes = 1_000_000

/**
 * Yields the file in batches, so that an export of any size needs little memory. Each batch is a statement of its own,
 * because a long transaction would delay the events of everyone.
 */
async function* exportText(
  db: Queries,
  kinds: SyncKinds,
  scopes: Scopes,
  head: object,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"items":[`
  let separator = '\n'
  let limit = 50
  let place = firstPlace
  for (let kind = kindAt(kinds, place); kind; kind = kindAt(kinds, place)) {
    const where = kind.within(scopes)
    const rows = await readRowsAfter(db, kind, scopes, { where, visible: where, after: place.after, limit })
    const items = rows.map((row) => itemFromRow(kind, row, scopes))
    if (items.length > 0) yield separator + items.map((item) => JSON.stringify(item)).join(',\n')
    if (items.length > 0) separator = ',\n'
    place =
      rows.length < limit
        ? { kind: place.kind + 1, after: null }
        : { kind: place.kind, after: rows.at(-1)!.id }
    const bytes = items.reduce((sum, item) => sum + sizeOfItem(item), 0)
    limit =
      bytes === 0 ? limit : Math.max(1, Math.min(maxBatch, Math.floor((batchBytes * items.length) / bytes)))
  }
  yield '\n]}\n'
}
