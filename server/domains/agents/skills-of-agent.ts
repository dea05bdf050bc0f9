import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { OperationError, rejectField } from '../../operations/errors.ts'
import { findSkill, ownSkillsVisibleTo } from '../knowledge/skills/access.ts'

export interface NamedSkill {
  id: string
  slug: string
  name: string
}

/** Returns the agents' skills that the caller can see, by agent and in the agent's order. */
export async function skillsSeen(
  { db, ...granted }: Pick<Context, 'db'> & InOrganization,
  agentIds: string[],
): Promise<Map<string, NamedSkill[]>> {
  const rows = await db.run<NamedSkill & { agent_id: string }>(
    sql`select k.agent_id, s.id, s.slug, s.name from agent_skills k join skills s on s.id = k.skill_id
      where k.agent_id = any(${agentIds}::uuid[]) and s.deleted_at is null and (s.scope = 'public' or ${ownSkillsVisibleTo(granted)})
      order by k.place`,
  )
  const named = Map.groupBy(rows, ({ agent_id }) => agent_id)
  return new Map(
    agentIds.map((agent) => [
      agent,
      (named.get(agent) ?? []).map(({ id, slug, name }) => ({ id, slug, name })),
    ]),
  )
}

/** Resolves ids or slugs to the ids of skills that the caller can see, in order and without duplicates. */
export async function findSkills(ctx: Context & InOrganization, refs: string[]): Promise<string[]> {
  const ids = new Set<string>()
  for (const [index, ref] of refs.entries()) {
    const { id } = await findSkill(ctx.db, ctx, ref, false).catch((error: unknown) => {
      if (error instanceof OperationError)
        rejectField(`skills.${index}`, error.message, { kind: 'skill', ref })
      throw error
    })
    ids.add(id)
  }
  return [...ids]
}

/** Returns all skill ids of an agent in its order, without an access check. */
export async function skillIdsOf(db: Queries, agentId: string): Promise<string[]> {
  const rows = await db.run<{ id: string }>(
    sql`select skill_id as id from agent_skills where agent_id = ${agentId} order by place`,
  )
  return rows.map(({ id }) => id)
}

export async function setSkills(db: Queries, agentId: string, ids: string[]): Promise<void> {
  await db.run(sql`delete from agent_skills where agent_id = ${agentId}`)
  await db.run(
    sql`insert into agent_skills (agent_id, skill_id, place)
     select ${agentId}, id, place from unnest(${ids}::uuid[]) with ordinality as ordered(id, place)`,
  )
}
