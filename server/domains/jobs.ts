import type { App } from '../operations/context.ts'
import type { ScheduledJob } from '../platform/jobs.ts'
import { purgeRateLimits } from '../platform/rate-limits.ts'
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
        await database.run(`delete from idempotency_keys where created_at < now() - interval '24 hours'`)
        await database.run('delete from sign_in_tickets where expires_at < now()')
      },
    },
  ]
}
