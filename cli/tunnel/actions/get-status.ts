import os from 'node:os'
import { version } from '../../version.ts'
import type { ActionContext, Outcome } from './context.ts'

export function getStatus({ activeRuns }: ActionContext): Outcome {
  return {
    result: {
      hostname: os.hostname(),
      platform: `${os.platform()} ${os.arch()}`,
      version,
      uptimeSeconds: Math.floor(os.uptime()),
      load: os.loadavg(),
      freeMemoryBytes: os.freemem(),
      activeRuns,
    },
  }
}
