import { z } from 'zod'
import { type Order, keyset, page, pageInput, pageOf } from '../../database/pages.ts'
import { ownAccount } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { kindNames } from './kinds.ts'
import {
  Notification,
  type NotificationWithNames,
  fromNotifications,
  notificationFromRow,
  notificationWithNames,
} from './notification.ts'
import { countUnread, ownNotifications } from './own-notifications.ts'

const newestFirst: Order = { column: 'n.at', type: 'timestamptz', descending: true }

export const listNotifications = operation({
  id: 'notifications.list',
  summary: 'List the notifications of the caller in all their organizations, newest first.',
  http: 'GET /api/notifications',
  shows: ['notification', 'user'],
  access: ownAccount,
  input: z.object({
    unread: z.boolean().default(false).describe('Only unread notifications.'),
    kind: z.enum(kindNames).optional().describe('Only notifications of this kind.'),
    ...pageInput,
  }),
  output: pageOf(Notification).extend({ unread: z.int().describe('Total number of unread notifications.') }),
}).run(async (ctx, input) => {
  const own = ownNotifications(ctx)
  const values: unknown[] = [...own.values]
  const query = { ...input, sort: 'newest' }
  const ofKind = input.kind ? `and n.kind = $${values.push(input.kind)}` : ''
  const { after, orderAndLimit } = keyset(newestFirst, 'n.id', query, values)
  const rows = await ctx.db.run<NotificationWithNames & { sort_value: string }>(
    `select ${notificationWithNames}, n.at::text as sort_value from ${fromNotifications}
      where ${own.where} ${input.unread ? 'and n.read_at is null' : ''} ${ofKind} and ${after} ${orderAndLimit}`,
    values,
  )
  const listed = page(rows, query, (row) => [row.sort_value, row.id], notificationFromRow)
  return { ...listed, unread: await countUnread(ctx.db, own) }
})
