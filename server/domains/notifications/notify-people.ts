import type { Queries } from '../../database/connect.ts'
import type { Follower } from '../../database/follow-journal.ts'
import { type Entry, type JournalRow, appendJournal } from '../../database/journal.ts'
import { system } from '../../operations/caller.ts'
import type { App } from '../../operations/context.ts'
import type { EventType } from '../../operations/events.ts'
import { invited, security } from './about-account.ts'
import { assigned, changesRequested, reviewRequested, sessionEnded, unblocked } from './about-work.ts'
import { type DeliveredNotification, deliver } from './deliver.ts'
import { mailDelay, notificationEmailQueue } from './email-queue.ts'
import { mentionedInComment, mentionedInNote } from './mentions.ts'
import { unreadOf } from './own-notifications.ts'
import type { NotificationBuilder, PendingNotification } from './pending-notification.ts'

/** What each type of event may tell somebody. What is not here, and so what is recorded below, tells nobody. */
const tellers: Partial<Record<EventType, NotificationBuilder>> = {
  'task.created': assigned,
  'task.updated': assigned,
  'task.released': assigned,
  'task.unblocked': unblocked,
  'comment.created': mentionedInComment,
  'comment.updated': mentionedInComment,
  'note.created': mentionedInNote,
  'note.updated': mentionedInNote,
  'note.moved': mentionedInNote,
  'feature.created': reviewRequested,
  'feature.advanced': reviewRequested,
  'feature.returned': reviewRequested,
  'review.submitted': changesRequested,
  'session.ended': sessionEnded,
  'session.paused': sessionEnded,
  'invitation.sent': invited,
  'invitation.resent': invited,
  'login.started': security,
  'password.changed': security,
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
}

export function isNotifiable({ type }: Pick<JournalRow, 'type'>): boolean {
  return type in tellers
}

/** Tells people of what concerns them. Agents read the journal themselves. */
export function notifyPeople({ jobs, bus }: Pick<App, 'jobs' | 'bus'>): Follower {
  return {
    name: 'notifications',
    begins: 'now',
    async take(rows, db, afterCommit) {
      const told = await deliver(db, await tellingsOf(db, await outsideSandboxes(db, rows)))
      const entries = await entriesOf(db, told)
      await appendJournal(db, system, null, entries)
      const people = new Set(told.filter(({ mail }) => mail === 'at_once').map(({ user_id }) => user_id))
      for (const user of people) await jobs.enqueue(notificationEmailQueue, { user }, db, mailDelay)
      afterCommit(() => {
        bus.journalGrew(entries.map(({ organizationId }) => organizationId))
        if (people.size > 0) jobs.wake(notificationEmailQueue)
      })
    },
  }
}

async function tellingsOf(db: Queries, rows: JournalRow[]): Promise<PendingNotification[]> {
  const told: PendingNotification[] = []
  for (const [teller, same] of Map.groupBy(rows, ({ type }) => tellers[type as EventType]!))
    told.push(...(await teller(db, same)))
  // In the order in which it happened: of what is gathered the newest counts.
  return told.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** Nothing in a sandbox is real, and nothing leaves it. */
async function outsideSandboxes(db: Queries, rows: JournalRow[]): Promise<JournalRow[]> {
  const telling = rows.filter(isNotifiable)
  if (telling.length === 0) return []
  const organizations = new Set(telling.flatMap(({ organization_id }) => organization_id ?? []))
  const sandboxes = await db.run<{ id: string }>(
    'select id from organizations where id = any($1) and sandbox_of is not null',
    [[...organizations]],
  )
  const unreal = new Set(sandboxes.map(({ id }) => id))
  return telling.filter(({ organization_id }) => organization_id === null || !unreal.has(organization_id))
}

/**
 * Each is told in the journal too, to its person alone, so that their devices know how much is unread. It is recorded where
 * they work at the moment, as all that is theirs is: wherever it happened, it is there that they look.
 */
async function entriesOf(db: Queries, told: DeliveredNotification[]): Promise<Entry[]> {
  const shown = told.filter(({ in_app }) => in_app)
  if (shown.length === 0) return []
  const unread = await unreadOf(db, [...new Set(shown.map(({ user_id }) => user_id))])
  return shown.map(({ id, user_id, kind, count, working_in }) => ({
    type: 'notification.created',
    subject: { kind: 'notification', id },
    organizationId: working_in,
    privateTo: user_id,
    data: { kind, count, unread: unread.get(user_id) },
  }))
}
