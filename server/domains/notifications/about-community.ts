import { sql } from '../../database/sql.ts'
import type { JournalRow } from '../../database/journal.ts'
import { administrators } from './about-issues.ts'
import type { NotificationData } from './notification.ts'
import { type PendingNotification, buildEach, fromRow, plainExcerpt } from './pending-notification.ts'

/** Notifies the author of a post that an administrator edited, hid, showed again or deleted. */
export const postModerated = buildEach(async (_db, row) => {
  const { byAdministrator, title, reason } = row.data ?? {}
  const post = eventOf(row)
  if (byAdministrator !== true || !row.private_to || !post) return []
  return [pending(row, [row.private_to], title, reason, { post })]
})

/** Notifies the administrators of the first open report of a post, because the others lead to the same page. */
export const postReported = buildEach(async (db, row) => {
  const [report] = await db.run<{ title: string; reason: string }>(
    sql`select p.title, r.reason from community_reports r join community_posts p on p.id = r.post_id
      where r.id = ${String(row.data?.report)} and r.resolved_at is null and not exists (
        select 1 from community_reports e where e.post_id = r.post_id and e.resolved_at is null and e.id < r.id)`,
  )
  if (!report) return []
  const data = { post: 'reported', forAdministrator: true } as const
  return [pending(row, await administrators(db), report.title, report.reason, data)]
})

/** Returns the event that concerns the author most. Pinning a post doesn't. */
function eventOf({ type, changes }: JournalRow): NotificationData['post'] {
  if (type === 'community_post.deleted') return 'deleted'
  if (changes?.hidden) return changes.hidden.to === true ? 'hidden' : 'shown'
  return changes?.title || changes?.body ? 'edited' : undefined
}

function pending(
  row: JournalRow,
  to: string[],
  title: unknown,
  reason: unknown,
  data: NotificationData,
): PendingNotification {
  return {
    kind: 'post_moderated',
    to,
    ...fromRow(row),
    subject: { kind: 'community_post', id: row.subject_id, key: null },
    about: String(title),
    body: plainExcerpt(reason),
    data,
  }
}
