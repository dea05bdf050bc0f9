import { appendJournal } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import { system } from '../../operations/caller.ts'
import type { App } from '../../operations/context.ts'
import { storeNotifications } from '../notifications/notify-people.ts'
import type { PendingNotification } from '../notifications/pending-notification.ts'
import { type AnnouncementRow, isRecipient } from './announcement.ts'

/** Queue of announcements to send now. */
export const announcementQueue = 'announcement'

export interface AnnouncementToSend {
  announcement: string
}

/** Sends all due announcements. Runs every minute, also for those whose node stopped while sending. */
export async function sendDueAnnouncements(app: App): Promise<void> {
  const due = await app.database.run<{ id: string }>(
    sql`select id from announcements where status in ('scheduled', 'sending') and send_at <= now() order by send_at, id`,
  )
  for (const { id } of due) await sendAnnouncement(app, { announcement: id })
}

/** Sends an announcement in batches. Several nodes can do this concurrently, because each batch locks its row. */
export async function sendAnnouncement(app: App, { announcement }: AnnouncementToSend): Promise<void> {
  while (!app.stopping.aborted && (await sendBatch(app, announcement)));
}

/**
 * Notifies the next people and stores how far it came in the same transaction, so that each person is notified once.
 * Returns whether more may follow.
 */
export async function sendBatch(app: App, id: string, batchSize = 500): Promise<boolean> {
  const callbacks: (() => void)[] = []
  const hasMore = await app.database.transaction(async (db) => {
    const [row] = await db.run<AnnouncementRow>(
      sql`select * from announcements where id = ${id} and status in ('scheduled', 'sending') and send_at <= now() for update`,
    )
    if (!row) return false
    const people = await db.run<{ id: string }>(
      sql`select u.id from users u
        where ${isRecipient(row)} and (${row.last_user_id}::uuid is null or u.id > ${row.last_user_id}::uuid)
        order by u.id limit ${batchSize}`,
    )
    const userIds = people.map((person) => person.id)
    if (userIds.length > 0)
      await storeNotifications(app, db, [pendingOf(row, userIds)], (each) => callbacks.push(each))
    const isLast = userIds.length < batchSize
    await db.run(
      sql`update announcements set status = ${isLast ? 'sent' : 'sending'}, recipients = recipients + ${userIds.length}::int,
          last_user_id = ${userIds.at(-1) ?? row.last_user_id}, sent_at = case when ${isLast} then now() end
        where id = ${id}`,
    )
    if (isLast)
      await appendJournal(db, system, null, [
        {
          type: 'announcement.sent',
          subject: { kind: 'announcement', id, key: null },
          organizationId: null,
          data: { recipients: row.recipients + userIds.length },
        },
      ])
    return !isLast
  })
  for (const callback of callbacks) callback()
  return hasMore
}

function pendingOf(row: AnnouncementRow, to: string[]): PendingNotification {
  return {
    kind: 'announcement',
    to,
    organizationId: row.organization_id,
    projectId: null,
    subject: { kind: 'announcement', id: row.id, key: null },
    about: row.title,
    body: row.body || null,
    actor: row.created_by,
    at: new Date(row.send_at).toISOString(),
    mailed: !row.email,
    inApp: row.in_app,
  }
}
