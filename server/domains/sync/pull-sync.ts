import { z } from 'zod'
import { isDeepStrictEqual } from 'node:util'
import type { Queries } from '../../database/connect.ts'
import { latestPosition } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { deviceRef } from '../teams/devices/device.ts'
import { type OnDevice, onDevice } from './access.ts'
import { addChangedItems } from './changed-items.ts'
import { type Fill, type Pulled, decodePulled, encodePulled, maxCursor } from './cursor.ts'
import { fillPage, sendLostScopes } from './fill.ts'
import { firstPlace } from './item.ts'
import { Page, SyncChange } from './page.ts'
import { storePulled } from './positions.ts'
import { readScopes } from './scopes.ts'
import { storeView, viewOf } from './views.ts'

export const pullSync = operation({
  id: 'sync.pull',
  summary: 'Pull the items that changed after a cursor to a device. Without a cursor: all that you can see.',
  http: 'GET /api/sync/pull',
  access: onDevice,
  // Devices read it at their own pace.
  shows: [],
  input: z.object({
    device: deviceRef,
    cursor: z
      .string()
      .max(maxCursor)
      .optional()
      .describe('nextCursor of the previous pull of this device. Leave it out for the first pull.'),
    limit: z
      .int()
      .min(1)
      .max(1000)
      .default(500)
      .describe('Maximum number of items. Default 500, maximum 1000.'),
  }),
  output: z.object({
    changes: z.array(SyncChange).describe('Changes to apply in this order. Each item appears at most once.'),
    nextCursor: z.string().describe('Cursor for the next pull. Never null, because there is no end.'),
    hasMore: z.boolean().describe('Whether to pull again immediately. The copy is complete if false.'),
  }),
}).run(async (ctx, input) => {
  const { database } = ctx.app
  // All statements of a page see the same state, so that its items fit together.
  const { page, pulled, hasMore } = await database.transaction((db) => readChanges(ctx, db, input), {
    isolation: 'repeatable read',
  })
  const { view, fill } = pulled
  const newest = fill?.target ?? view!
  const named = [view, ...(fill?.interrupted ?? []), newest].flatMap((each) => each?.id ?? [])
  if (newest.isNew) await storeView(database, ctx, newest, named)
  await storePulled(database, ctx, pulled.position)
  return { changes: page.changes, nextCursor: encodePulled(ctx.app.epoch, ctx, pulled), hasMore }
})

interface PullInput {
  cursor?: string | undefined
  limit: number
}

interface ReadPage {
  page: Page
  pulled: Pulled
  hasMore: boolean
}

async function readChanges(
  ctx: Context & OnDevice,
  db: Queries,
  { cursor, limit }: PullInput,
): Promise<ReadPage> {
  const { syncKinds: kinds, epoch } = ctx.app
  const scopes = await readScopes(db, ctx)
  const pulled: Pulled =
    cursor === undefined
      ? { position: await latestPosition(db, isOf(ctx)), view: null }
      : await decodePulled(db, epoch, ctx, cursor)
  const page = new Page(limit)
  let { view, fill } = pulled
  if (!isDeepStrictEqual((fill?.target ?? view)?.scopes, scopes)) {
    fill = restart(fill, await viewOf(db, ctx, scopes))
    sendLostScopes(page, view, fill)
  }
  if (fill) {
    const place = await fillPage(db, kinds, page, view, fill)
    if (place) return { page, pulled: { ...pulled, fill: { ...fill, place } }, hasMore: true }
    view = fill.target
  }
  if (page.isFull) return { page, pulled: { position: pulled.position, view }, hasMore: true }
  const { position, hasMore } = await addChangedItems(db, ctx, kinds, scopes, page, pulled.position)
  return { page, pulled: { position, view }, hasMore }
}

function isOf({ organization }: OnDevice) {
  return sql`organization_id = ${organization.id}`
}

const maxInterruptions = 10

/** Starts a fill with a new target, because the scopes differ from those that the device has or gets. */
function restart(fill: Fill | undefined, target: Fill['target']): Fill {
  const interrupted = fill ? [...fill.interrupted, fill.target] : []
  if (interrupted.length > maxInterruptions) reject('cursor_expired')
  return { target, interrupted, place: firstPlace }
}
