import { z } from 'zod'
import { decodeCursor } from '../../database/journal.ts'
import { pageInput, pageOf } from '../../database/pages.ts'
import { operation } from '../../operations/operation.ts'
import { itemRef, onItem } from '../work/items/access.ts'
import { Event, eventFromRow } from '../../operations/event.ts'
import { historyOf } from '../journal/history.ts'

export const listHistory = operation({
  id: 'activity.listHistory',
  summary: 'List the events of an epic, story, task or feature and of its comments, newest first.',
  http: 'GET /api/items/:item/history',
  shows: ['comment', 'epic', 'evidence', 'feature', 'review', 'spec', 'story', 'task', 'user'],
  access: onItem('view'),
  input: z.object({ item: itemRef, ...pageInput }),
  output: pageOf(Event),
}).run(async (ctx, { cursor, limit }) => {
  const before = cursor === undefined ? undefined : decodeCursor(ctx.app.epoch, cursor)
  const rows = await historyOf(ctx, ctx.item.id, { limit: limit + 1, before })
  const items = rows.slice(0, limit).map((row) => eventFromRow(ctx.app.epoch, row))
  return { items, nextCursor: rows.length > limit ? items.at(-1)!.cursor : null }
})
