import type { Queries } from '../../database/connect.ts'
import { type InOrganization, hasRole } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { refuseField } from '../../operations/errors.ts'
import { anyUuid } from '../../platform/ids.ts'

/** Whether somebody sees the skill `s`: they are `$3` in the organization `$1`. */
export function skillSeen(administrator: boolean): string {
  return `(s.organization_id is null or s.organization_id = $1 and (s.owner_id = $3 or s.scope = 'public'
      or s.scope = 'team' and (${administrator} or s.team_id in (select team_id from team_members where user_id = $3))))`
}

/** The ids of skills that the caller sees, by id or slug, in the order in which they were named, each once. */
export async function findSkills(ctx: Context & InOrganization, refs: string[]): Promise<string[]> {
  const found = await ctx.db.run<{ id: string; slug: string }>(
    `select s.id, s.slug from skills s
      where (s.id = any($2::uuid[]) or s.slug = any($4::text[])) and s.deleted_at is null
        and ${skillSeen(hasRole(ctx.organization, 'admin'))}
      order by s.organization_id is null desc`,
    [ctx.organization.id, refs.filter((ref) => anyUuid.test(ref)), ctx.user.id, refs],
  )
  // Of two with the same slug the organization's own comes last, and counts.
  const ids = new Map(found.flatMap(({ id, slug }) => [[slug, id] as const, [id, id] as const]))
  const missing = refs.findIndex((ref) => !ids.has(ref.toLowerCase()))
  if (missing >= 0)
    refuseField(`skills.${missing}`, `There is no skill "${refs[missing]}", or you may not see it.`)
  return [...new Set(refs.map((ref) => ids.get(ref.toLowerCase())!))]
}

/** All that an agent has, in its order, whoever sees them. */
export async function skillIdsOf(db: Queries, agentId: string): Promise<string[]> {
  const rows = await db.run<{ id: string }>(
    'select skill_id as id from agent_skills where agent_id = $1 order by place',
    [agentId],
  )
  return rows.map(({ id }) => id)
}

export async function setSkills(db: Queries, agentId: string, ids: string[]): Promise<void> {
  await db.run('delete from agent_skills where agent_id = $1', [agentId])
  await db.run(
    `insert into agent_skills (agent_id, skill_id, place)
     select $1, id, place from unnest($2::uuid[]) with ordinality as wanted(id, place)`,
    [agentId, ids],
  )
}
