import { z } from 'zod'
import { sql } from '../../../../database/sql.ts'
import { hasRole } from '../../../../operations/access.ts'
import type { Context } from '../../../../operations/context.ts'
import { visibleProjects } from '../../../projects/access.ts'
import { boundProject } from '../../../projects/visible-projects.ts'
import type { OnSession } from '../access.ts'
import type { SeenSession } from '../session.ts'

export const DecisionSince = z.object({
  key: z.string(),
  title: z.string(),
  status: z.string(),
  outcome: z.string(),
})

const maxDecisions = 30
const maxOutcomeLength = 300

/** Returns decisions that changed since the session was last active, in its project and in the organization. */
export function decisionsSince(
  ctx: Context & OnSession,
  session: SeenSession,
): Promise<z.output<typeof DecisionSince>[]> {
  const visible = visibleProjects(ctx)
  const seesOrganizationWide = hasRole(ctx.organization, 'member') && boundProject(ctx) === null
  const project = session.project_id
    ? sql`and (d.project_id is null or d.project_id = ${session.project_id})`
    : sql.empty
  return ctx.db.run(
    sql`select d.key, d.title, d.status, left(d.outcome, ${sql.raw(maxOutcomeLength)}) as outcome
       from decisions d left join projects p on p.id = d.project_id
      where d.organization_id = ${ctx.organization.id} and d.deleted_at is null and d.updated_at > ${session.last_seen_at} ${project}
        and case when d.project_id is null then ${sql.raw(String(seesOrganizationWide))} else p.deleted_at is null and ${visible.where} end
      order by d.id desc limit ${sql.raw(maxDecisions)}`,
  )
}
