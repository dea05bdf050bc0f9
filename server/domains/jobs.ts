import { maintainEmbedded } from '../database/maintain-embedded.ts'
import { sql } from '../database/sql.ts'
import type { App } from '../operations/context.ts'
import type { QueuedJob, ScheduledJob } from '../platform/jobs.ts'
import type { Email } from '../platform/email.ts'
import { purgeRateLimits } from '../platform/rate-limits.ts'
import { type SignInEmail, sendSignInEmail, signInEmailQueue } from './auth/accounts/email-requests.ts'
import { eraseAccounts } from './auth/accounts/erase-accounts.ts'
import { purgeQuestions } from './auth/accounts/purge-questions.ts'
import { purgeDeviceRequests } from './auth/device-flow/device-request.ts'
import { purgeInvitations } from './organizations/invitations/purge-invitations.ts'
import { purgeMessages } from './auth/mcp/message-rows.ts'
import { purgeSessions } from './auth/mcp/session-rows.ts'
import { purgeSignIns } from './auth/mcp-sign-in/purge-sign-ins.ts'
import { purgeExpired } from './memory/memories/purge-expired.ts'
import { type NotificationEmail, notificationEmailQueue } from './notifications/email-queue.ts'
import { purgeNotifications } from './notifications/purge-notifications.ts'
import { sendDigests } from './notifications/send-digests.ts'
import { sendImmediateEmail } from './notifications/send-emails.ts'
import { purgeTrash } from './trash/purge-trash.ts'
import { purgeDeliveries } from './webhooks/purge-deliveries.ts'

/** Returns the jobs that run on a schedule. */
export function scheduledJobs(app: App): ScheduledJob[] {
  const { database } = app
  return [
    { name: 'erase-accounts', when: '29 * * * *', run: () => eraseAccounts(app) },
    { name: 'purge-invitations', when: '23 3 * * *', run: () => purgeInvitations(database) },
    { name: 'purge-trash', when: '17 3 * * *', run: () => purgeTrash(database) },
    { name: 'purge-expired-memory', when: '37 3 * * *', run: () => purgeExpired(database) },
    { name: 'purge-webhook-deliveries', when: '47 * * * *', run: () => purgeDeliveries(database) },
    { name: 'purge-notifications', when: '47 3 * * *', run: () => purgeNotifications(database) },
    // The offsets of time zones are multiples of 15 minutes.
    { name: 'send-digests', when: '*/15 * * * *', run: () => sendDigests(app) },
    {
      name: 'purge-leftovers',
      when: '41 * * * *',
      async run() {
        await purgeRateLimits(database)
        await database.run(sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`)
        await purgeQuestions(database)
        await purgeDeviceRequests(database)
        await purgeSessions(database)
        await purgeMessages(database)
        await purgeSignIns(database)
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
    { name: signInEmailQueue, run: (payload: SignInEmail) => sendSignInEmail(app, payload) },
  ]
}
