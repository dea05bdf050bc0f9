import { z } from 'zod'
import { type ListOrder, pageInput, pageOf, readPage } from '../../database/pages.ts'
import { sql, type Sql } from '../../database/sql.ts'
import { ownAccount } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { kindNames } from './kinds.ts'
import {
  Notification,
  type NotificationWithNames,
  fromNotifications,
  notificationFromRow,
  notificationWithNames,
  notificationRef,
} from './notification.ts'
import { countUnread, ownNotifications, countUnreadByUser } from './own-notifications.ts'
import { reject } from '../../errors/errors.ts'
import { anyUuid } from '../../platform/ids.ts'
import { callingPerson, recordOwn } from '../../operations/record-own.ts'

const newestFirst: ListOrder = {
  sort: 'newest',
  id: 'n.id',
  column: 'n.at',
  type: 'timestamptz',
  descending: true,
}

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
  const isUnread = input.unread ? sql`and n.read_at is null` : sql.empty
  const ofKind = input.kind ? sql`and n.kind = ${input.kind}` : sql.empty
  const listed = await readPage(
    ctx.db,
    input,
    newestFirst,
    ({ after, orderAndLimit }) =>
      sql`select ${notificationWithNames}, n.at::text as sort_value from ${fromNotifications}
      where ${own.where} ${isUnread} ${ofKind} and ${after} ${orderAndLimit}`,
    (row: NotificationWithNames & { sort_value: string }) => notificationFromRow(row),
  )
  return { ...listed, unread: await countUnread(ctx.db, own) }
})

export const readNotification = operation({
  id: 'notifications.read',
  summary: 'Mark a notification as read or unread.',
  http: 'PATCH /api/notifications/:notification/read',
  access: ownAccount,
  input: z.object({
    notification: notificationRef,
    read: z.boolean().default(true).describe('False marks it as unread. Default true.'),
  }),
  output: Notification,
}).run(async (ctx, { notification: ref, read }) => {
  const { db, user } = ctx
  const own = ownNotifications(ctx)
  const find = async (lock: Sql) => {
    const [row] = await db.run<NotificationWithNames>(
      sql`select ${notificationWithNames} from ${fromNotifications} where ${own.where} and n.id = ${ref} ${lock}`,
    )
    return row ?? reject('not_found', { kind: 'notification', ref })
  }
  if (!anyUuid.test(ref)) reject('not_found', { kind: 'notification', ref })
  await find(sql`for update of n`)
  // Cancels the pending email once it is read. A newer unread notification about the same subject stays the only one.
  const changed = await db.run(
    read
      ? sql`update notifications set read_at = now(), mail = null, mail_since = null
          where id = ${ref} and read_at is null returning 1`
      : sql`update notifications n set read_at = null
          where id = ${ref} and read_at is not null and not exists (
            select 1 from notifications o where o.user_id = n.user_id and o.kind = n.kind
               and o.subject_id = n.subject_id and o.read_at is null) returning 1`,
  )
  const after = await find(sql.empty)
  if (changed.length === 1) {
    const unread = (await countUnreadByUser(db, [user.id])).get(user.id)
    recordOwn(
      ctx,
      callingPerson(ctx),
      'notification.read',
      { kind: 'notification', id: after.id },
      { read, unread },
    )
  }
  return notificationFromRow(after)
})

export const readAllNotifications = operation({
  id: 'notifications.readAll',
  summary: 'Mark all notifications of the caller as read.',
  http: 'PATCH /api/notifications/read-all',
  access: ownAccount,
  input: z.object({}),
  output: z.object({
    read: z.int().describe('Number of notifications marked as read.'),
    unread: z.int().describe('Number of unread notifications left.'),
  }),
}).run(async (ctx) => {
  const { db, user } = ctx
  const own = ownNotifications(ctx)
  const read = await db.run(
    sql`update notifications set read_at = now(), mail = null, mail_since = null
      where id in (select n.id from ${fromNotifications} where ${own.where} and n.read_at is null)
        and read_at is null returning 1`,
  )
  if (read.length > 0) {
    const unread = (await countUnreadByUser(db, [user.id])).get(user.id)
    // One event for all of them, so its subject is the user.
    const subject = { kind: 'notifications', id: user.id }
    recordOwn(ctx, callingPerson(ctx), 'notification.read', subject, { read: read.length, unread })
  }
  return { read: read.length, unread: await countUnread(db, own) }
})
