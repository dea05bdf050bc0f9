import { z } from 'zod'
import { ownAccount } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { callingPerson, recordOwn } from '../accounts/record-own.ts'
import { fromNotifications } from './notification.ts'
import { countUnread, ownNotifications, unreadOf } from './own-notifications.ts'

export const readAllNotifications = operation({
  id: 'notifications.readAll',
  summary: 'Mark everything that the caller was told of as read.',
  http: 'PATCH /api/notifications/read-all',
  access: ownAccount,
  input: z.object({}),
  output: z.object({
    read: z.int().describe('How many became read.'),
    unread: z.int().describe('How many are not read.'),
  }),
}).run(async (ctx) => {
  const { db, user } = ctx
  const own = ownNotifications(ctx)
  const read = await db.run(
    `update notifications set read_at = now(), mail = null, mail_since = null
      where id in (select n.id from ${fromNotifications} where ${own.where} and n.read_at is null)
        and read_at is null returning 1`,
    [...own.values],
  )
  if (read.length > 0) {
    const unread = (await unreadOf(db, [user.id])).get(user.id)
    // All of them at once: it is about nothing but whose they are.
    const subject = { kind: 'notifications', id: user.id }
    recordOwn(ctx, callingPerson(ctx), 'notification.read', subject, { read: read.length, unread })
  }
  return { read: read.length, unread: await countUnread(db, own) }
})
