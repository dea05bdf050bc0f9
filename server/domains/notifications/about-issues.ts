import type { Queries } from '../../database/connect.ts'
import type { JournalRow } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import type { NotificationData } from './notification.ts'
import { type PendingNotification, buildEach, fromRow, plainExcerpt } from './pending-notification.ts'

interface ConcernedIssue {
  title: string
  state: string
  reporter_id: string
  assignee_id: string | null
}

/** Notifies the administrators about a new issue. */
export const issueReported = buildEach(async (db, row) => {
  const issue = await findIssue(db, row)
  if (!issue) return []
  const to = await administrators(db)
  return [pending(row, issue, to, { issue: 'reported', forAdministrator: true })]
})

/** Notifies the reporter about a new state, and the administrator to whom the issue was assigned. */
export const issueUpdated = buildEach(async (db, row) => {
  const issue = await findIssue(db, row)
  if (!issue) return []
  const notifications: PendingNotification[] = []
  if (row.changes?.state)
    notifications.push(
      pending(row, issue, [issue.reporter_id], { issue: 'changed', state: String(row.changes.state.to) }),
    )
  if (row.changes?.assigneeId && issue.assignee_id)
    notifications.push(
      pending(row, issue, [issue.assignee_id], { issue: 'assigned', forAdministrator: true }),
    )
  return notifications
})

/** Notifies the reporter about an administrator's reply, and the assignee about one of the reporter. */
export const issueReplied = buildEach(async (db, row) => {
  const issue = await findIssue(db, row)
  if (!issue) return []
  const [reply] = await db.run<{ body: string }>(
    sql`select body from issue_replies where id = ${String(row.data?.reply)}`,
  )
  const body = plainExcerpt(reply?.body)
  if (row.data?.byAdministrator)
    return [{ ...pending(row, issue, [issue.reporter_id], { issue: 'replied' }), body }]
  // Without an assignee, every administrator could answer.
  const to = issue.assignee_id ? [issue.assignee_id] : await administrators(db)
  return [{ ...pending(row, issue, to, { issue: 'replied', forAdministrator: true }), body }]
})

async function findIssue(db: Queries, { subject_id }: JournalRow): Promise<ConcernedIssue | undefined> {
  const [issue] = await db.run<ConcernedIssue>(
    sql`select title, state, reporter_id, assignee_id from issues where id = ${subject_id}`,
  )
  return issue
}

/** Returns the ids of everyone who administers the instance. */
export async function administrators(db: Queries): Promise<string[]> {
  const rows = await db.run<{ id: string }>(
    sql`select id from users where role = 'admin' and suspended_at is null and erased_at is null`,
  )
  return rows.map(({ id }) => id)
}

function pending(
  row: JournalRow,
  issue: ConcernedIssue,
  to: string[],
  data: NotificationData,
): PendingNotification {
  return {
    kind: 'issue_updated',
    to,
    ...fromRow(row),
    subject: { kind: 'issue', id: row.subject_id, key: row.subject_key },
    about: issue.title,
    data,
  }
}
