import { z } from 'zod'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { projectsSeenBy } from '../projects/access.ts'

const most = 10
const longestText = 500

/** An entry of memory as it is shown beside its agent: short, however much was written. */
export const RecentMemory = z.object({
  id: z.uuid(),
  scope: z.string(),
  kind: z.string(),
  content: z.string().describe(`Cut after ${longestText} characters.`),
  tags: z.array(z.string()),
  project: z.string().nullable().describe('The slug of the project in which it was learned.'),
  createdAt: z.iso.datetime(),
})

/** What an agent learned last, as far as the caller sees it: what has a project, by whoever sees that. */
export function recentMemory(
  ctx: Context & InOrganization,
  agentId: string,
): Promise<z.output<typeof RecentMemory>[]> {
  const visible = projectsSeenBy(ctx)
  return ctx.db.run<z.output<typeof RecentMemory>>(
    `select m.id, m.scope, m.kind, m.tags, m.created_at as "createdAt", p.slug as project,
            case when length(m.content) > ${longestText} then left(m.content, ${longestText}) || '…' else m.content end as content
       from memories m left join projects p on p.id = m.project_id and p.deleted_at is null and ${visible.where}
      where m.agent_id = $5 and m.organization_id = $1 and m.deleted_at is null and m.archived_at is null
        and m.superseded_by is null and (m.expires_at is null or m.expires_at > now())
        and (p.id is not null or m.project_id is null and (m.owner_id is null or m.owner_id = $3))
      order by m.id desc limit ${most}`,
    [...visible.values, agentId],
  )
}
