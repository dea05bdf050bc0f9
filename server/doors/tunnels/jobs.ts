import type { ScheduledJob } from '../../database/jobs.ts'
import type { App } from '../../operations/context.ts'
import { purgeFrames } from './frame-rows.ts'

/** Returns the scheduled jobs of the tunnel door. */
export function tunnelJobs({ database }: App): ScheduledJob[] {
  return [{ name: 'purge-tunnel-frames', when: '*/5 * * * *', run: () => purgeFrames(database) }]
}
