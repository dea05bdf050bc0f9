import { sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { visibleProjects } from '../../projects/access.ts'
import { holderOf } from './claim.ts'

interface Counted {
  counted: number
  blocked: number
  held: number
  first_free: string | null
  others: number
}

/** Limits the scan, because idle agents call this often. */
const maxCounted = 10_000

/** Explains why no task is ready and what the caller can do, and returns when the next lease expires. */
export async function explainNoReadyTask(ctx: Context & InOrganization, project: string | undefined) {
  const { where, right } = visibleProjects(ctx)
  const { id } = holderOf(ctx.caller)
  const [found] = await ctx.db.run<Counted>(
    sql`select count(*)::int as counted,
            count(*) filter (where t.status = 'todo' and t.open_blockers > 0)::int as blocked,
            count(*) filter (where t.lease_until > now())::int as held,
            min(t.lease_until) filter (where t.lease_until > now()) as first_free,
            count(*) filter (where t.status = 'todo' and t.open_blockers = 0
              and coalesce(t.assignee_user_id, t.assignee_agent_id) <> ${id})::int as others
       from (
         select t.status, t.open_blockers, t.lease_until, t.assignee_user_id, t.assignee_agent_id
           from projects p join tasks t on t.project_id = p.id
          where ${where} and ${right} <> 'view' and p.deleted_at is null and p.archived_at is null
            and t.deleted_at is null and t.status in ('todo', 'in_progress')
            ${project === undefined ? sql.empty : sql`and p.id = ${project}`}
          limit ${sql.raw(maxCounted)}) t`,
  )
  return { why: explain(found!), retryAt: found!.first_free }
}

function explain({ counted, blocked, held, first_free, others }: Counted): string {
  const reasons = [
    ...(blocked > 0 ? [`blocked by other tasks: ${blocked}`] : []),
    ...(held > 0 ? [`held: ${held}, the first until ${first_free}`] : []),
    ...(others > 0 ? [`assigned to others: ${others}`] : []),
  ]
  if (reasons.length === 0)
    return 'No task is ready: none that you can edit has status todo. Create one, or set one to todo.'
  const among = counted === maxCounted ? ` among the first ${maxCounted} tasks` : ''
  const next =
    held > 0
      ? 'Retry then, or when a task is completed.'
      : 'Complete the blocking tasks, or ask a person to assign you one.'
  return `No task is ready${among}: ${reasons.join('; ')}. ${next}`
}
