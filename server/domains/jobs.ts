import type { App } from '../operations/context.ts'
import type { QueuedJob, ScheduledJob } from '../platform/jobs.ts'
import type { Mail } from '../platform/mail.ts'
import { purgeRateLimits } from '../platform/rate-limits.ts'
import { purgeDeviceRequests } from './device-flow/device-request.ts'
import { purgeTrash } from './trash/purge-trash.ts'

/** Everything that happens by itself. */
export function scheduledJobs({ database }: App): ScheduledJob[] {
  return [
    { name: 'purge-trash', when: '17 3 * * *', run: () => purgeTrash(database) },
    {
      name: 'purge-leftovers',
      when: '41 * * * *',
      async run() {
        await purgeRateLimits(database)
        await purgeDeviceRequests(database)
        await database.run(`delete from idempotency_keys where created_at < now() - interval '24 hours'`)
      },
    },
  ]
}

/** Everything that a write leaves to be done after it. */
export function queuedJobs({ mail }: App): QueuedJob[] {
  return [{ name: 'mail', run: (payload: Mail) => mail.send(payload) }]
}
