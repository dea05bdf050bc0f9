import { concerning } from '../../operations/rows.ts'
import { sql } from '../../database/sql.ts'
import type { Context } from '../../operations/context.ts'
import { sessionKind } from '../memory/sessions/session.ts'
import type { SessionRow } from '../memory/sessions/tables.ts'

/** Ends the sessions of a deleted agent without changing their state, so that others can resume them. */
export async function endSessionsOf(ctx: Context, agentId: string): Promise<number> {
  const sessions = await ctx.db.run<SessionRow>(
    sql`update sessions set ended_at = now(), paused_at = null, version = version + 1, updated_at = now()
      where agent_id = ${agentId} and ended_at is null and deleted_at is null returning *`,
  )
  for (const session of sessions)
    ctx.record({ type: 'session.ended', ...concerning(sessionKind, session), version: session.version })
  return sessions.length
}
