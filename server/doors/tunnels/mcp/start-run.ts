import { type RequestedRun, requestRun } from '../../../domains/tunnels/request-run.ts'
import { cancel } from '../../../domains/tunnels/runs.ts'
import type { RunRow } from '../../../domains/tunnels/tables.ts'
import { spendCall } from '../../../domains/agents/budget.ts'
import type { App } from '../../../operations/context.ts'
import { perform } from '../../../operations/perform.ts'
import type { Sender } from '../../mcp/sender.ts'

/** Requests the run of a tool call. It counts as a call of the agent. */
export async function startRun(app: App, { caller, facts }: Sender, run: RequestedRun): Promise<RunRow> {
  await spendCall(app, caller)
  return requestRun(app, caller, facts, run)
}

export async function cancelRun(
  app: App,
  { caller, facts }: Sender,
  run: { tunnel: string; run: string },
): Promise<void> {
  await perform(app, cancel, caller, run, facts)
}
