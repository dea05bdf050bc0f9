import { maintainEmbedded } from '../database/maintain-embedded.ts'
import { sql } from '../database/sql.ts'
import type { App } from '../operations/context.ts'
import type { QueuedJob, ScheduledJob } from '../database/jobs.ts'
import type { Email } from '../platform/email.ts'
import { purgeNodes } from '../database/node-heartbeat.ts'
import { purgeRateLimits } from '../database/rate-limits.ts'
import {
  type SignInEmail,
  sendSignInEmail,
  signInEmailQueue,
} from '../domains/auth/accounts/email-requests.ts'
import { changeSiteVersion } from '../domains/content/public-articles.ts'
import { purgeArticles } from '../domains/content/purge-articles.ts'
import {
  type CodeToIndex,
  indexCodeQueue,
  indexOutdatedCode,
  indexRepository,
} from '../domains/code/index-repository.ts'
import { eraseAccounts } from '../domains/auth/accounts/erase-accounts.ts'
import { purgeQuestions } from '../domains/auth/accounts/purge-questions.ts'
import { purgeDeviceRequests } from '../domains/auth/device-flow/device-request.ts'
import { purgeInvitations } from '../domains/organizations/invitations/sent-invitations.ts'
import { type IssueSync, issueSyncQueue, syncLinkedIssues } from '../domains/issues/sync-jobs.ts'
import { purgeSignIns } from '../domains/auth/mcp-sign-in/artifacts.ts'
import { purgeExpired } from '../domains/memory/memories/purge-expired.ts'
import {
  type NotificationEmail,
  notificationEmailQueue,
  sendDigests,
  sendImmediateEmail,
} from '../domains/notifications/send-emails.ts'
import {
  type AnnouncementToSend,
  announcementQueue,
  sendAnnouncement,
  sendDueAnnouncements,
} from '../domains/announcements/send-announcements.ts'
import { purgeNotifications } from '../domains/notifications/own-notifications.ts'
import { purgeReceivedWebhooks, queueDueSyncs } from '../domains/repos/sync-jobs.ts'
import { type QueuedSync, runRequestedSync, syncQueue } from '../domains/repos/sync-repository.ts'
import { type ViewerCheck, viewerQueue } from '../domains/code-hosts/viewer-queue.ts'
import { checkViewers } from '../domains/repos/viewers.ts'
import { purgeTrash } from '../domains/trash/purge-trash.ts'
import { endAbandoned, purgeUnclaimedTunnels } from '../domains/tunnels/clean-up.ts'
import { purgeDeliveries } from '../domains/webhooks/delivery.ts'

/** Returns the jobs that run on a schedule. */
export function scheduledJobs(app: App): ScheduledJob[] {
  const { database } = app
  return [
    { name: 'erase-accounts', when: '29 * * * *', run: () => eraseAccounts(app) },
    { name: 'purge-invitations', when: '23 3 * * *', run: () => purgeInvitations(database) },
    { name: 'purge-trash', when: '17 3 * * *', run: () => purgeTrash(app) },
    { name: 'purge-articles', when: '19 3 * * *', run: () => purgeArticles(database) },
    { name: 'refresh-site', when: '53 3 * * *', run: () => changeSiteVersion(database) },
    { name: 'purge-expired-memory', when: '37 3 * * *', run: () => purgeExpired(database) },
    { name: 'purge-webhook-deliveries', when: '47 * * * *', run: () => purgeDeliveries(database) },
    { name: 'purge-notifications', when: '47 3 * * *', run: () => purgeNotifications(database) },
    { name: 'send-announcements', when: '* * * * *', run: () => sendDueAnnouncements(app) },
    { name: 'end-abandoned-runs', when: '* * * * *', run: () => endAbandoned(app) },
    { name: 'check-repo-viewers', when: '*/10 * * * *', run: () => checkViewers(app) },
    { name: 'sync-issues', when: '*/10 * * * *', run: () => syncLinkedIssues(app) },
    { name: 'sync-repos', when: '* * * * *', run: () => queueDueSyncs(app) },
    { name: 'index-outdated-code', when: '11 * * * *', run: () => indexOutdatedCode(app) },
    // The offsets of time zones are multiples of 15 minutes.
    { name: 'send-digests', when: '*/15 * * * *', run: () => sendDigests(app) },
    {
      name: 'purge-leftovers',
      when: '41 * * * *',
      async run() {
        await purgeRateLimits(database)
        await purgeNodes(database)
        await database.run(sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`)
        await purgeQuestions(database)
        await purgeDeviceRequests(database)
        await purgeSignIns(database)
        await purgeUnclaimedTunnels(database)
        await purgeReceivedWebhooks(database)
      },
    },
    // A PostgreSQL server runs its own maintenance.
    ...(database.engine === 'pglite'
      ? [{ name: 'maintain-database', when: '*/10 * * * *', run: () => maintainEmbedded(database) }]
      : []),
  ]
}

/** Returns the jobs that writes queue to run after their transaction. */
export function queuedJobs(app: App): QueuedJob[] {
  return [
    { name: 'mail', run: (payload: Email) => app.mail.send(payload) },
    { name: notificationEmailQueue, run: (payload: NotificationEmail) => sendImmediateEmail(app, payload) },
    { name: announcementQueue, run: (payload: AnnouncementToSend) => sendAnnouncement(app, payload) },
    { name: issueSyncQueue, run: (payload: IssueSync) => syncLinkedIssues(app, payload.issue) },
    { name: syncQueue, parallel: 4, run: (payload: QueuedSync) => runRequestedSync(app, payload) },
    {
      name: indexCodeQueue,
      maxSeconds: 3600,
      run: (payload: CodeToIndex) => indexRepository(app, payload),
    },
    { name: viewerQueue, run: (payload: ViewerCheck) => checkViewers(app, payload) },
    { name: signInEmailQueue, run: (payload: SignInEmail) => sendSignInEmail(app, payload) },
  ]
}
