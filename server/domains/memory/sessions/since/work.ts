import { z } from 'zod'
import type { Context } from '../../../../operations/context.ts'
import { projectsSeenBy } from '../../../projects/access.ts'
import { Claim, claimFromRow } from '../../../work/tasks/claim.ts'
import type { TaskRow } from '../../../work/tasks/tables.ts'
import type { OnSession } from '../access.ts'
import type { SeenSession } from '../session.ts'

export const OpenTask = z.object({
  key: z.string(),
  title: z.string(),
  status: z.string(),
  priority: z.string(),
  claim: Claim.pick({ number: true, until: true })
    .nullable()
    .describe('Your live claim. Send its number with every write, and renew it in time.'),
})

type WorkRow = Pick<
  TaskRow,
  'key' | 'title' | 'status' | 'priority' | 'claim_number' | 'claimed_by' | 'claimed_at' | 'lease_until'
>

const maxTasks = 50

/** Returns the open tasks of the session's agent or user, claimed ones first. */
export async function openWork(
  ctx: Context & OnSession,
  session: SeenSession,
): Promise<z.output<typeof OpenTask>[]> {
  const visible = projectsSeenBy(ctx)
  const values: unknown[] = [...visible.values, session.agent_id ?? session.user_id]
  const project = session.project_id ? `and t.project_id = $${values.push(session.project_id)}` : ''
  const column = session.agent_id ? 'assignee_agent_id' : 'assignee_user_id'
  const select = (
    mine: string,
    order: string,
  ) => `(select t.key, t.title, t.status, t.priority, t.claim_number,
         t.claimed_by, t.claimed_at, t.lease_until, t.priority_rank, t.id
    from tasks t join projects p on p.id = t.project_id
   where ${visible.where} and p.deleted_at is null and t.organization_id = $1 and t.deleted_at is null ${project}
     and ${mine} order by ${order} limit ${maxTasks})`
  const rows = await ctx.db.run<WorkRow>(
    `with held as ${select(`t.lease_until > now() and t.claimed_by ->> 'id' = $5::uuid::text`, 't.lease_until')},
     given as ${select(`t.${column} = $5 and t.status not in ('complete', 'cancelled')`, 't.priority_rank desc, t.id desc')}
     select * from held union all
     select * from given where id not in (select id from held) limit ${maxTasks}`,
    values,
  )
  return rows.map((row) => {
    const claim = claimFromRow(row)
    const { key, title, status, priority } = row
    return { key, title, status, priority, claim: claim && { number: claim.number, until: claim.until } }
  })
}
