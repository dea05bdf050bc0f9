import type { Queries } from '../../database/connect.ts'
import type { Follower } from '../../operations/follow-journal.ts'
import { type Entry, type JournalRow, appendJournal } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import { system } from '../../operations/caller.ts'
import type { App } from '../../operations/context.ts'
import type { EventType } from '../../database/events.ts'
import { invited, messaged, security } from './about-account.ts'
import {
  assigned,
  changesRequested,
  gateReopened,
  questionAsked,
  reviewRequested,
  sessionEnded,
  unblocked,
} from './about-work.ts'
import { watchedCommented, watchedStatusChanged } from './about-watched.ts'
import { itemRemovedOrRestored } from './about-marketplace.ts'
import { postModerated, postReported } from './about-community.ts'
import { issueReplied, issueReported, issueUpdated } from './about-issues.ts'
import { conflictCreated } from './about-sync.ts'
import { runAsked, tunnelRevoked } from './about-tunnels.ts'
import { type DeliveredNotification, deliver } from './deliver.ts'
import { mailDelay, notificationEmailQueue } from './send-emails.ts'
import { mentionedInComment, mentionedInNote } from './mentions.ts'
import { countUnreadByUser } from './own-notifications.ts'
import type { NotificationBuilder, PendingNotification } from './pending-notification.ts'

/** Runs builders one after the other, because a later one can depend on rows that an earlier one writes. */
function inOrder(...all: NotificationBuilder[]): NotificationBuilder {
  return async (db, rows) => {
    const notifications: PendingNotification[] = []
    for (const build of all) notifications.push(...(await build(db, rows)))
    return notifications
  }
}

const assignedOrMoved = inOrder(assigned, watchedStatusChanged)

/** Builders by event type. Other events notify no one; this includes the events recorded below, so it cannot loop. */
const builders: Partial<Record<EventType, NotificationBuilder>> = {
  'task.created': assigned,
  'task.updated': assignedOrMoved,
  'task.released': assignedOrMoved,
  'task.claimed': watchedStatusChanged,
  'task.completed': watchedStatusChanged,
  'task.unblocked': unblocked,
  'comment.created': inOrder(mentionedInComment, watchedCommented),
  'comment.updated': mentionedInComment,
  'note.created': mentionedInNote,
  'note.updated': mentionedInNote,
  'note.moved': mentionedInNote,
  'feature.created': reviewRequested,
  'feature.advanced': reviewRequested,
  'feature.returned': reviewRequested,
  'feature.reopened': gateReopened,
  'review.submitted': changesRequested,
  'question.asked': questionAsked,
  'conflict.created': conflictCreated,
  'tunnel_run.asked': runAsked,
  'tunnel.revoked': tunnelRevoked,
  'session.ended': sessionEnded,
  'session.paused': sessionEnded,
  'invitation.sent': invited,
  'invitation.resent': invited,
  'issue.created': issueReported,
  'issue.updated': issueUpdated,
  'issue.replied': issueReplied,
  'marketplace_item.removed': itemRemovedOrRestored,
  'marketplace_item.restored': itemRemovedOrRestored,
  'community_post.updated': postModerated,
  'community_post.deleted': postModerated,
  'community_post.reported': postReported,
  'login.started': security,
  'password.changed': security,
  'password_link.created': security,
  'user.verified': security,
  'passkey.added': security,
  'passkey.deleted': security,
  'identity.connected': security,
  'identity.disconnected': security,
  'api_key.created': security,
  'mcp_token.created': security,
  'second_factor.enabled': security,
  'second_factor.updated': security,
  'second_factor.disabled': security,
  'second_factor.reset': security,
  'second_factor.failed': security,
  'recovery_codes.replaced': security,
  'recovery_codes.used': security,
  'user.promoted': security,
  'user.demoted': security,
  'subscription.updated': security,
  'subscription.ended': security,
  'password.reset': security,
  'code.viewed': security,
  'impersonation.started': security,
  'message.sent': messaged,
}

export function isNotifiable({ type }: Pick<JournalRow, 'type'>): boolean {
  return type in builders
}

/** Creates notifications for users. Agents read the journal themselves. */
export function notifyPeople({ jobs, bus }: Pick<App, 'jobs' | 'bus'>): Follower {
  return {
    name: 'notifications',
    begins: 'now',
    async take(rows, db, afterCommit) {
      const pending = await buildPending(db, await outsideSandboxes(db, rows))
      await storeNotifications({ jobs, bus }, db, pending, afterCommit)
    },
  }
}

/** Stores notifications with their journal entries, and queues their emails, in the transaction of the caller. */
export async function storeNotifications(
  { jobs, bus }: Pick<App, 'jobs' | 'bus'>,
  db: Queries,
  pending: PendingNotification[],
  afterCommit: (callback: () => void) => void,
): Promise<void> {
  const notifications = await deliver(db, pending)
  const entries = await buildEntries(db, notifications)
  await appendJournal(db, system, null, entries)
  const userIds = new Set(
    notifications.filter(({ mail }) => mail === 'at_once').map(({ user_id }) => user_id),
  )
  for (const user of userIds) await jobs.enqueue(notificationEmailQueue, { user }, db, mailDelay)
  afterCommit(() => {
    bus.journalGrew(entries.map(({ organizationId }) => organizationId))
    if (userIds.size > 0) jobs.wake(notificationEmailQueue)
  })
}

async function buildPending(db: Queries, rows: JournalRow[]): Promise<PendingNotification[]> {
  const notifications: PendingNotification[] = []
  for (const [builder, same] of Map.groupBy(rows, ({ type }) => builders[type as EventType]!))
    notifications.push(...(await builder(db, same)))
  // Sorted by time, because merging keeps the newest.
  return notifications.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** Drops events of sandboxes, which must not notify anyone. */
async function outsideSandboxes(db: Queries, rows: JournalRow[]): Promise<JournalRow[]> {
  const notifiable = rows.filter(isNotifiable)
  if (notifiable.length === 0) return []
  const organizations = new Set(notifiable.flatMap(({ organization_id }) => organization_id ?? []))
  const sandboxes = await db.run<{ id: string }>(
    sql`select id from organizations where id = any(${[...organizations]}) and sandbox_of is not null`,
  )
  const sandboxIds = new Set(sandboxes.map(({ id }) => id))
  return notifiable.filter(
    ({ organization_id }) => organization_id === null || !sandboxIds.has(organization_id),
  )
}

/**
 * Builds private journal entries, so that the user's devices update their unread count. They belong to the organization
 * that the user works in now, because the devices listen there.
 */
async function buildEntries(db: Queries, notifications: DeliveredNotification[]): Promise<Entry[]> {
  const inApp = notifications.filter(({ in_app }) => in_app)
  if (inApp.length === 0) return []
  const unread = await countUnreadByUser(db, [...new Set(inApp.map(({ user_id }) => user_id))])
  return inApp.map(({ id, user_id, kind, count, working_in }) => ({
    type: 'notification.created',
    subject: { kind: 'notification', id },
    organizationId: working_in,
    privateTo: user_id,
    data: { kind, count, unread: unread.get(user_id) },
  }))
}
