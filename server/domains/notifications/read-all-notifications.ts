import { z } from 'zod'
import { sql } from '../../database/sql.ts'
import { ownAccount } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { callingPerson, recordOwn } from '../../operations/record-own.ts'
import { fromNotifications } from './notification.ts'
import { countUnread, ownNotifications, countUnreadByUser } from './own-notifications.ts'

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
