import { concerning, idOfNew, updateRow } from '../../operations/rows.ts'
import { sql } from '../../database/sql.ts'
import { onUniqueViolation } from '../../database/unique-violation.ts'
import type { InOrganization } from '../../operations/access.ts'
import { userActor } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { requireRoom } from '../membership/plans.ts'
import { agentKind } from './agent.ts'
import { setSkills, skillIdsOf } from './skills-of-agent.ts'
import type { AgentRow } from './tables.ts'
import { isDeepStrictEqual } from 'node:util'
import type { OnAgent } from './access.ts'
import { reject } from '../../errors/errors.ts'

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
  await requireRoom(ctx, ctx.organization.id, 'agents')
  const columns = Object.keys(fields).map(sql.raw)
  const values = Object.values(fields).map((value) => sql`${value}`)
  const [agent] = await onUniqueViolation(publicSlugViolation(fields.public_slug), () =>
    ctx.db.run<AgentRow>(
      sql`insert into agents (id, organization_id, owner_id, ${sql.join(columns)})
       values (${idOfNew(ctx)}, ${ctx.organization.id}, ${ctx.user.id}, ${sql.join(values)})
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
function publicSlugViolation(slug: string | null | undefined) {
  return { agents_public_slug_key: { field: 'public address', value: slug } }
}

/** Changes to an agent: columns, and the ids of its skills. */
export type AgentChange = Partial<AgentRow> & { skills?: string[] | undefined }

/** Applies every change to an agent, so that a change of its skills also bumps the version and reaches the journal. */
export async function changeAgent(
  ctx: Context & OnAgent,
  { skills, ...set }: AgentChange,
): Promise<AgentRow> {
  const before = ctx.agent
  const previousSkills = await skillIdsOf(ctx.db, before.id)
  const hasNewSkills = skills !== undefined && !isDeepStrictEqual(skills, previousSkills)
  const uniqueFields = {
    ...publicSlugViolation(set.public_slug),
    agents_name: { field: 'name', value: set.name },
  }
  const changed = await onUniqueViolation(uniqueFields, () =>
    updateRow<AgentRow>(ctx, agentKind, before, set),
  )
  if (!changed.changes && !hasNewSkills) return before
  if (hasNewSkills) await setSkills(ctx.db, before.id, skills)
  const after = changed.changes ? changed.after : await bumpVersion(ctx, before)
  ctx.record({
    type: 'agent.updated',
    ...concerning(agentKind, after),
    version: after.version,
    changes: { ...changed.changes, ...(hasNewSkills && { skills: { from: previousSkills, to: skills } }) },
  })
  return after
}

/** Bumps the version when only the skills changed, which are rows of another table. */
async function bumpVersion({ db }: Context, { id }: AgentRow): Promise<AgentRow> {
  const [after] = await db.run<AgentRow>(
    sql`update agents set version = version + 1, updated_at = now() where id = ${id} returning *`,
  )
  return after!
}

/** Fields that only users can set: budget, publication and ownership. */
export const setByPeople = ['dailyBudget', 'publicSlug', 'owner'] as const

export function requireByPerson(
  { caller }: Pick<InOrganization, 'caller'>,
  fields: readonly (typeof setByPeople)[number][],
): void {
  if (caller.agent && fields.length > 0)
    reject('set_by_people', { agent: caller.agent.name, fields: fields.join(', ') })
}
