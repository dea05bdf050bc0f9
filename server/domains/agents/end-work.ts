import { sql } from '../../database/sql.ts'
import type { Context } from '../../operations/context.ts'
import { concerning } from '../../operations/rows.ts'
import { sessionKind } from '../memory/sessions/session.ts'
import type { SessionRow } from '../memory/sessions/tables.ts'
import type { TaskRow } from '../work/tasks/tables.ts'
import { taskKind } from '../work/tasks/task.ts'

type TaskBefore = Pick<TaskRow, 'id' | 'status' | 'lease_until' | 'claim_number'>

/** Ends the sessions of a deleted or stopped agent without changing their state, so that others can resume them. */
export async function endSessionsOf(ctx: Context, agentId: string): Promise<number> {
  const sessions = await ctx.db.run<SessionRow>(
    sql`update sessions set ended_at = now(), paused_at = null, version = version + 1, updated_at = now()
      where agent_id = ${agentId} and ended_at is null and deleted_at is null returning *`,
  )
  for (const session of sessions)
    ctx.record({ type: 'session.ended', ...concerning(sessionKind, session), version: session.version })
  return sessions.length
}

/**
 * Unassigns the open tasks of an agent and releases its claims. Closed tasks keep their assignee. Covers every project,
 * including those that the agent's owner cannot see. Returns the number of tasks.
 */
export async function unassignTasks(ctx: Context, agentId: string): Promise<number> {
  const before = await ctx.db.run<TaskBefore>(
    sql`select id, status, lease_until, claim_number from tasks
      where assignee_agent_id = ${agentId} and deleted_at is null and status not in ('complete', 'cancelled')
      order by id for no key update`,
  )
  if (before.length === 0) return 0
  const after = await ctx.db.run<TaskRow>(
    sql`update tasks set assignee_agent_id = null, claimed_by = null, claimed_at = null, lease_until = null,
            status = case when lease_until is not null and status = 'in_progress' then 'todo' else status end,
            version = version + 1, updated_at = now()
      where id = any(${before.map(({ id }) => id)}) returning *`,
  )
  const previous = new Map(before.map((task) => [task.id, task]))
  for (const task of after.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    recordUnassigned(ctx, agentId, previous.get(task.id)!, task)
  return after.length
}

function recordUnassigned(ctx: Context, agentId: string, before: TaskBefore, task: TaskRow): void {
  const wasClaimed = before.lease_until !== null
  ctx.record({
    type: wasClaimed ? 'task.released' : 'task.updated',
    ...concerning(taskKind, task),
    version: task.version,
    changes: {
      assigneeAgentId: { from: agentId, to: null },
      ...(task.status !== before.status && { status: { from: before.status, to: task.status } }),
    },
    ...(wasClaimed && { data: { endedClaim: before.claim_number } }),
  })
}
