import { z } from 'zod'
import { hasRole } from '../../../../operations/access.ts'
import type { Context } from '../../../../operations/context.ts'
import { projectsSeenBy } from '../../../projects/access.ts'
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
  const visible = projectsSeenBy(ctx)
  const organizationWide = hasRole(ctx.organization, 'member') ? '$4::uuid is null' : 'false'
  const values: unknown[] = [...visible.values, session.last_seen_at]
  const project = session.project_id
    ? `and (d.project_id is null or d.project_id = $${values.push(session.project_id)})`
    : ''
  return ctx.db.run(
    `select d.key, d.title, d.status, left(d.outcome, ${maxOutcomeLength}) as outcome
       from decisions d left join projects p on p.id = d.project_id
      where d.organization_id = $1 and d.deleted_at is null and d.updated_at > $5 ${project}
        and case when d.project_id is null then ${organizationWide} else p.deleted_at is null and ${visible.where} end
      order by d.id desc limit ${maxDecisions}`,
    values,
  )
}
