import type { Queries } from '../../../database/connect.ts'
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
    const asAdmin = hasRole(granted.organization, 'admin') ? `t.scope <> 'personal'` : 'false'
    // Mentions every parameter, so that PostgreSQL can infer its type.
    const typed = `$2::text[] is not null and $4::uuid is null`
    return {
      from: 'skills t',
      where: `t.organization_id = $1 and ${typed} and (t.owner_id = $3 or ${asAdmin} or t.scope = 'team'
        and t.team_id in (select tm.team_id from team_members tm where tm.user_id = $3 and tm.role = 'lead'))`,
      title: 't.name',
    }
  },
}

async function find(db: Queries, granted: InOrganization, ref: string) {
  requireWholeOrganization(granted.caller, false, 'member')
  const skill = await findOwnSkill(db, granted, ref)
  return skill && requireSkillRight(granted, skill, 'delete')
}
