import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { type InOrganization, hasRole, requireWholeOrganization } from '../../../operations/access.ts'
import type { TrashKind } from '../../trash/trash-kinds.ts'
import { findOwnSkill, requireSkillRight } from './access.ts'
import { skillKind } from './skill.ts'
import type { SkillRow } from './tables.ts'

/** Skills in the trash. Users who can delete a skill can restore it. */
export const trashedSkills: TrashKind<SkillRow> = {
  ...skillKind,
  find,
  listed(granted) {
    // Guests and project-bound credentials can't delete skills.
    if (!hasRole(granted.organization, 'member') || granted.caller.projectId !== null) return undefined
    const asAdmin = hasRole(granted.organization, 'admin') ? sql`t.scope <> 'personal'` : sql`false`
    const { organization, user } = granted
    return {
      from: sql`skills t`,
      where: sql`t.organization_id = ${organization.id} and (t.owner_id = ${user.id} or ${asAdmin} or t.scope = 'team'
        and t.team_id in (select tm.team_id from team_members tm where tm.user_id = ${user.id} and tm.role = 'lead'))`,
      title: sql`t.name`,
    }
  },
}

async function find(db: Queries, granted: InOrganization, ref: string) {
  requireWholeOrganization(granted.caller, false, 'member')
  const skill = await findOwnSkill(db, granted, ref)
  return skill && requireSkillRight(granted, skill, 'delete')
}
