import { z } from 'zod'
import { type Sql, sql } from '../../database/sql.ts'
import { ownAccount } from '../../operations/access.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { anyUuid } from '../../platform/ids.ts'
import { callingPerson, recordOwn } from '../../operations/record-own.ts'
import {
  Notification,
  type NotificationWithNames,
  fromNotifications,
  notificationFromRow,
  notificationRef,
  notificationWithNames,
} from './notification.ts'
import { ownNotifications, countUnreadByUser } from './own-notifications.ts'

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
