import type { MuxStream } from '../../server/platform/mux-stream.ts'
import type { Progress, Requester, RunMessage, RunOrder, RunState } from './messages.ts'
import type { Permissions } from './permissions.ts'
import type { RunLog } from './run-log.ts'

/** The part of `McpServers` that runs use. */
export interface McpActions {
  listTools(server: string, signal: AbortSignal): Promise<unknown>
  callTool(
    server: string,
    call: { tool: string; arguments?: Record<string, unknown>; session?: string; requester: Requester },
    options: { signal: AbortSignal; onProgress(progress: Progress): void },
  ): Promise<unknown>
}

/** A change for the live view. */
export type Activity =
  | { type: 'run'; order: RunOrder; state: RunState; at: string; reason?: string }
  | { type: 'progress'; run: string; progress: Progress }
  | { type: 'output'; run: string; chunk: Uint8Array }
  | { type: 'problem'; message: string }

export interface RunsOptions {
  permissions: Permissions
  log: RunLog
  mcp: McpActions
  /** Sends a control message. Messages sent while disconnected can be dropped: `resend` repeats them. */
  report(message: RunMessage): void
  /** Opens the stream `{ kind: 'output', run, offset }`. Undefined while disconnected. */
  openOutput(run: string, offset: number): MuxStream | undefined
  /** A run waits for the owner's consent. */
  ask(order: RunOrder): void
  activity(event: Activity): void
}

/** The terminal, or the user that the service names. */
export type Decider = 'terminal' | { name: string }
