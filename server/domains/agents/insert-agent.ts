import { concerning } from '../../database/rows.ts'
import { sql } from '../../database/sql.ts'
import { onUniqueViolation } from '../../database/unique-violation.ts'
import type { InOrganization } from '../../operations/access.ts'
import { userActor } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { newId } from '../../platform/ids.ts'
import { requireRoom } from '../organizations/plans.ts'
import { agentKind } from './agent.ts'
import { setSkills } from './skills-of-agent.ts'
import type { AgentRow } from './tables.ts'

export interface NewAgent {
  name: string
  role?: string
  instructions?: string
  /** Skill ids. */
  skills?: string[]
  memory_scope?: AgentRow['memory_scope']
  model?: string
  daily_budget?: number | null
  public_slug?: string | null
}

/** The context of the new owner: the caller, or a member who is just signing in. */
type OwnerContext = Context & Pick<InOrganization, 'user' | 'organization'>

/** Creates an agent that belongs to the caller. Returns undefined if the name is taken. */
export async function insertAgent(
  ctx: OwnerContext,
  { skills = [], ...fields }: NewAgent,
): Promise<AgentRow | undefined> {
  await requireRoom(ctx.db, ctx.organization.id, 'agents')
  const columns = Object.keys(fields).map(sql.raw)
  const values = Object.values(fields).map((value) => sql`${value}`)
  const [agent] = await onUniqueViolation(publicSlugViolation(fields.public_slug), () =>
    ctx.db.run<AgentRow>(
      sql`insert into agents (id, organization_id, owner_id, ${sql.join(columns)})
       values (${newId()}, ${ctx.organization.id}, ${ctx.user.id}, ${sql.join(values)})
       on conflict (organization_id, lower(name)) where deleted_at is null do nothing returning *`,
    ),
  )
  if (!agent) return undefined
  if (skills.length > 0) await setSkills(ctx.db, agent.id, skills)
  ctx.record({
    type: 'agent.created',
    ...concerning(agentKind, agent),
    version: agent.version,
    data: { name: agent.name, role: agent.role },
    ...(ctx.caller.kind === 'anonymous' && { actor: userActor(ctx.user) }),
  })
  return agent
}

/** Maps a violation of the unique public slug, which is unique across the instance, to its field. */
export function publicSlugViolation(slug: string | null | undefined) {
  return { agents_public_slug_key: { field: 'public address', value: slug } }
}
