import type { Queries } from '../../database/connect.ts'
import { type InOrganization, hasRole, requireWholeOrganization } from '../../operations/access.ts'
import type { TrashKind } from '../trash/trash-kinds.ts'
import { findOwnSkill, requireSkillRight } from './access.ts'
import { skillKind } from './skill.ts'
import type { SkillRow } from './tables.ts'

/** Whoever could delete a skill brings it back. */
export const trashedSkills: TrashKind<SkillRow> = {
  ...skillKind,
  find,
  listed(asking) {
    // Guests have none, nor has whoever has a credential of one project.
    if (!hasRole(asking.organization, 'member') || asking.caller.projectId !== null) return undefined
    const administers = hasRole(asking.organization, 'admin') ? `t.scope <> 'personal'` : 'false'
    // Every parameter is named, to have a type.
    const typed = `$2::text[] is not null and $4::uuid is null`
    return {
      from: 'skills t',
      where: `t.organization_id = $1 and ${typed} and (t.owner_id = $3 or ${administers} or t.scope = 'team'
        and t.team_id in (select tm.team_id from team_members tm where tm.user_id = $3 and tm.role = 'lead'))`,
      title: 't.name',
    }
  },
}

async function find(db: Queries, asking: InOrganization, ref: string) {
  requireWholeOrganization(asking.caller, false, 'member')
  const skill = await findOwnSkill(db, asking, ref)
  return skill && requireSkillRight(asking, skill, 'delete')
}
