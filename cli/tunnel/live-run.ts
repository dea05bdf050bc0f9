import type { RunOrder } from './messages.ts'
import type { RunEnd } from './run-log.ts'
import type { RunOutput } from './run-output.ts'

/** How a run ends. */
export type Ending = Pick<RunEnd, 'state' | 'reason' | 'result'>

/** A run that this process works on. */
export interface LiveRun {
  order: RunOrder
  state: 'queued' | 'asked' | 'running'
  timeoutSeconds: number
  /** Whether the owner agreed to this run. */
  hasConsent: boolean
  decidedIn?: 'terminal'
  output: RunOutput
  controller: AbortController
  /** The outcome that replaces the action's own, because the run was stopped. */
  stop?: Ending
  /** The consent timer while asked, the timeout while running. */
  timer?: NodeJS.Timeout
}
