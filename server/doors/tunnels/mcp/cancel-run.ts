import { sql } from '../../../database/sql.ts'
import type { App } from '../../../operations/context.ts'
import type { Sender } from '../../mcp/sender.ts'
import { cancelRun } from './start-run.ts'
import type { McpSession } from './tool-calls.ts'

/**
 * Cancels the run of a tool call that its client cancelled. The call can be on another node, so the run is found by the
 * request. Returns false if the request is not a tool call.
 */
export async function cancelToolRun(
  app: App,
  sender: Sender,
  { tunnel, server, session }: McpSession,
  requestId: string | number,
): Promise<boolean> {
  const { user, agent } = sender.caller
  const mcp = JSON.stringify({ session, requestId })
  const [run] = await app.database.run<{ id: string }>(
    sql`select id from tunnel_runs
        where tunnel_id = ${tunnel} and target = ${server} and ended_at is null and mcp @> ${mcp}::jsonb
          and user_id = ${user.id} and agent_id is not distinct from ${agent?.id ?? null}::uuid`,
  )
  if (!run) return false
  await cancelRun(app, sender, { tunnel, run: run.id })
  return true
}
