import { sql } from '../../database/sql.ts'
import type { Context } from '../../operations/context.ts'
import type { SkillRow } from '../knowledge/skills/tables.ts'
import type { OnTeam } from './access.ts'

/** Makes the team-only skills of a deleted team personal to their owners. Returns the number of its skills. */
export async function detachSkills(ctx: Context & OnTeam): Promise<number> {
  const skills = await ctx.db.run<SkillRow>(
    sql`select * from skills where team_id = ${ctx.team.id} order by id for update`,
  )
  await ctx.db.run(
    sql`update skills set team_id = null, scope = case scope when 'team' then 'personal' else scope end,
            version = version + 1, updated_at = now()
      where team_id = ${ctx.team.id}`,
  )
  for (const skill of skills) {
    const isPrivate = skill.scope !== 'public'
    ctx.record({
      type: 'skill.updated',
      subject: { kind: 'skill', id: skill.id, key: skill.slug },
      organizationId: skill.organization_id,
      // Only the owner receives events of a personal skill.
      ...(isPrivate && { privateTo: skill.owner_id }),
      version: skill.version + 1,
      changes: {
        teamId: { from: skill.team_id, to: null },
        ...(skill.scope === 'team' && { scope: { from: 'team', to: 'personal' } }),
      },
    })
  }
  return skills.length
}
