import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
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
  const query = { ...input, sort: 'newest' }
  const { after, orderAndLimit } = keysetPage(newestFirst, 'n.id', query)
  const isUnread = input.unread ? sql`and n.read_at is null` : sql.empty
  const ofKind = input.kind ? sql`and n.kind = ${input.kind}` : sql.empty
  const rows = await ctx.db.run<NotificationWithNames & { sort_value: string }>(
    sql`select ${notificationWithNames}, n.at::text as sort_value from ${fromNotifications}
      where ${own.where} ${isUnread} ${ofKind} and ${after} ${orderAndLimit}`,
  )
  const listed = page(rows, query, (row) => [row.sort_value, row.id], notificationFromRow)
  return { ...listed, unread: await countUnread(ctx.db, own) }
})
