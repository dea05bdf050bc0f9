import { z } from 'zod'
import { type Sql, sql } from '../../../../database/sql.ts'
import type { Context } from '../../../../operations/context.ts'
import { visibleProjects } from '../../../projects/access.ts'
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
  const visible = visibleProjects(ctx)
  const worker = session.agent_id ?? session.user_id
  const project = session.project_id ? sql`and t.project_id = ${session.project_id}` : sql.empty
  const column = session.agent_id ? sql`t.assignee_agent_id` : sql`t.assignee_user_id`
  const select = (mine: Sql, order: Sql) => sql`(select t.key, t.title, t.status, t.priority, t.claim_number,
         t.claimed_by, t.claimed_at, t.lease_until, t.priority_rank, t.id
    from tasks t join projects p on p.id = t.project_id
   where ${visible.where} and p.deleted_at is null and t.organization_id = ${ctx.organization.id} and t.deleted_at is null ${project}
     and ${mine} order by ${order} limit ${sql.raw(maxTasks)})`
  const rows = await ctx.db.run<WorkRow>(
    sql`with held as ${select(sql`t.lease_until > now() and t.claimed_by ->> 'id' = ${worker}::uuid::text`, sql`t.lease_until`)},
     given as ${select(sql`${column} = ${worker} and t.status not in ('complete', 'cancelled')`, sql`t.priority_rank desc, t.id desc`)}
     select * from held union all
     select * from given where id not in (select id from held) limit ${sql.raw(maxTasks)}`,
  )
  return rows.map((row) => {
    const claim = claimFromRow(row)
    const { key, title, status, priority } = row
    return { key, title, status, priority, claim: claim && { number: claim.number, until: claim.until } }
  })
}
