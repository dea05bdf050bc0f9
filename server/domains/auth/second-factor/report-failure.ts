import { appendJournal } from '../../../database/journal.ts'
import { instanceName } from '../../../email/instance-name.ts'
import { appLink } from '../../../email/app-link.ts'
import { secondFactorFailed } from '../../../email/second-factor-notices.ts'
import { system } from '../../../operations/caller.ts'
import type { Asking } from '../../../operations/operation.ts'
import type { Request } from './request.ts'

/**
 * Notifies a user about a sign-in with the right first factor and five wrong second factors. Uses its own transaction,
 * because the transaction of the rejected request is rolled back.
 */
export async function reportFailure({ app, request }: Asking, failed: Request): Promise<void> {
  const { network, userAgent } = request
  await app.database.transaction(async (db) => {
    await appendJournal(db, system, request.id, [
      {
        type: 'second_factor.failed',
        subject: { kind: 'second_factor', id: failed.userId },
        organizationId: failed.organizationId,
        privateTo: failed.userId,
        data: { method: failed.method },
      },
    ])
    const mail = secondFactorFailed({
      instance: await instanceName(db),
      at: new Date().toISOString(),
      from: { network, userAgent },
      reset: appLink(app.config, '/forgot-password'),
    })
    await app.jobs.enqueue('mail', { to: failed.email, ...mail }, db)
  })
  app.jobs.wake('mail')
  app.bus.journalGrew([failed.organizationId])
}
