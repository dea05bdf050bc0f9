import type { App } from '../../operations/context.ts'
import type { ScheduledJob } from '../../database/jobs.ts'
import { purgeMessages } from './transports/message-rows.ts'
import { purgeSessions } from './transports/session-rows.ts'

/** Returns the scheduled jobs of the MCP door. */
export function mcpJobs({ database }: App): ScheduledJob[] {
  return [
    {
      name: 'purge-mcp-sessions',
      when: '43 * * * *',
      async run() {
        await purgeSessions(database)
        await purgeMessages(database)
      },
    },
  ]
}
