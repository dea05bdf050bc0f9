import type { Queries } from '../../../database/connect.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import {
  type AccessRule,
  type Asked,
  type InOrganization,
  hasRole,
  requireOrganization,
  requireWholeOrganization,
} from '../../../operations/access.ts'
import type { Caller } from '../../../operations/caller.ts'
import { reject } from '../../../errors/errors.ts'
import { may } from '../../../operations/may.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { lockMember } from '../../membership/lock.ts'
import type { TeamRole } from '../../teams/tables.ts'
import { fromSkills, type AnySkillRow, type SkillRow } from './skill.ts'

/*
 * Rights on a skill:
 *   view    Personal: its owner. Team: its owner, the team's members, and owners and admins of the organization. Public
 *           and built-in: everyone, in every organization.
 *   edit    Change texts, files and names: its owner. Team: also the team's members. Team and public: also owners and
 *           admins of the organization.
 *   delete  Delete it, and change its scope and team: as for edit, but only the leads of a team.
 * Guests and project-bound credentials can only read public skills.
 */
export type SkillRight = 'view' | 'edit' | 'delete'

export type SeenSkill = AnySkillRow & { owner_name: string | null; team_role: TeamRole | null }

export interface OnSkill extends InOrganization {
  skill: SeenSkill
}

/** Context of a change: built-in skills and those of other organizations are excluded. */
export interface OnOwnSkill extends InOrganization {
  skill: SeenSkill & SkillRow
}

const sentences: Record<SkillRight, string> = {
  view: 'Public skills: anyone. Team skills: their owner, the team, owners and admins. Personal skills: their owner.',
  edit: "The skill's owner. Team skills: also the team. Team and public skills: also owners and admins.",
  delete:
    "The skill's owner. Team skills: also the team's leads. Team and public skills: also owners and admins.",
}

export const viewsSkill: AccessRule<{ skill: string }, OnSkill> = {
  name: 'skill(view)',
  sentence: sentences.view,
  open: false,
  leastRole: 'admin',
  also: ['owner of it', 'in the team'],
  async check({ caller, db, reads }, { skill: ref }) {
    const granted = requireOrganization(caller, reads, 'guest')
    return { ...granted, skill: await findSkill(db, granted, ref, false) }
  },
}

export function changesSkill(right: 'edit' | 'delete'): AccessRule<{ skill: string }, OnOwnSkill> {
  return {
    name: `skill(${right})`,
    sentence: sentences[right],
    open: false,
    wholeOrganization: true,
    leastRole: 'admin',
    also: ['owner of it', right === 'edit' ? 'in the team' : 'lead'],
    async check(context, { skill: ref }) {
      const granted = await requireMember(context)
      const skill = await findSkill(context.db, granted, ref, context.hold)
      return { ...granted, skill: requireSkillRight(granted, skill, right) }
    },
  }
}

/** Requires a member of the organization, and locks the membership for a write. */
export async function requireMember({ caller, db, reads, hold }: Asked): Promise<InOrganization> {
  const granted = requireWholeOrganization(caller, reads, 'member')
  // Serializes the write with a concurrent removal of the caller from the organization.
  if (hold && !(await lockMember(db, granted.organization.id, granted.user.id))) reject('no_organization')
  return granted
}

export const writesSkills: AccessRule<unknown, InOrganization> = {
  name: 'writesSkills',
  sentence: 'Members of the organization.',
  open: false,
  leastRole: 'member',
  wholeOrganization: true,
  check: requireMember,
}

/** For lists: anyone in the organization can call them and gets only the skills that they can see. */
export const visibleSkills: AccessRule<unknown, InOrganization> = {
  name: 'visibleSkills',
  sentence: 'Anyone in the organization, for the skills that they can see.',
  open: false,
  leastRole: 'guest',
  check: ({ caller, reads }) => requireOrganization(caller, reads, 'guest'),
}

/** Condition on the skills `s`: skills of the organization that the caller can see besides public ones. */
export function ownSkillsVisibleTo({ caller, organization, user }: InOrganization): Sql {
  if (!hasRole(organization, 'member') || caller.projectId !== null) return sql`false`
  const ofTeam = hasRole(organization, 'admin')
    ? sql.empty
    : sql` and s.team_id in (select tm.team_id from team_members tm where tm.user_id = ${user.id})`
  return sql`s.organization_id = ${organization.id} and (s.owner_id = ${user.id} or s.scope = 'team'${ofTeam})`
}

/** The caller's role in the team of the skill `s`. */
export function skillTeamRole({ user }: Pick<InOrganization, 'user'>): Sql {
  return sql`(select tm.role from team_members tm where tm.team_id = s.team_id and tm.user_id = ${user.id}) as team_role`
}

/** Finds a visible skill by slug or id. The organization's own skill takes precedence over a public one. */
export async function findSkill(
  db: Queries,
  granted: InOrganization,
  ref: string,
  lock: boolean,
): Promise<SeenSkill> {
  const condition = anyUuid.test(ref)
    ? sql`s.id = ${ref}`
    : sql`(s.organization_id = ${granted.organization.id} and s.slug = ${ref} or s.public_slug = ${ref})`
  const [skill] = await db.run<SeenSkill>(
    sql`select s.*, u.name as owner_name, ${skillTeamRole(granted)} from ${fromSkills}
      where ${condition} and s.deleted_at is null and (s.scope = 'public' or ${ownSkillsVisibleTo(granted)})
      order by s.organization_id is not distinct from ${granted.organization.id} desc, s.slug = ${ref} desc limit 1
      ${lock ? sql`for update of s` : sql.empty}`,
  )
  return skill ?? reject('not_found', { kind: 'skill', ref })
}

/** Finds a visible skill of the organization itself, deleted or not, and locks it. */
export async function findOwnSkill(
  db: Queries,
  granted: InOrganization,
  ref: string,
): Promise<SeenSkill | undefined> {
  const condition = anyUuid.test(ref) ? sql`s.id = ${ref}` : sql`s.slug = ${ref}`
  const [skill] = await db.run<SeenSkill>(
    sql`select s.*, u.name as owner_name, ${skillTeamRole(granted)} from ${fromSkills}
      where s.organization_id = ${granted.organization.id} and ${condition} and (s.scope = 'public' or ${ownSkillsVisibleTo(granted)}) for update of s`,
  )
  return skill
}

type RightColumns = Pick<SeenSkill, 'organization_id' | 'owner_id' | 'scope' | 'team_role'>

export function skillRights(granted: Pick<InOrganization, 'organization' | 'user'>, skill: RightColumns) {
  const { organization, user } = granted
  if (skill.organization_id !== organization.id || !hasRole(organization, 'member'))
    return { edit: false, delete: false }
  const isOwner = skill.owner_id === user.id
  const isAdmin = skill.scope !== 'personal' && hasRole(organization, 'admin')
  const isInTeam = skill.scope === 'team' && skill.team_role !== null
  const isLead = skill.scope === 'team' && skill.team_role === 'lead'
  return { edit: isOwner || isAdmin || isInTeam, delete: isOwner || isAdmin || isLead }
}

export function requireSkillRight(
  granted: InOrganization,
  skill: SeenSkill,
  right: 'edit' | 'delete',
): SeenSkill & SkillRow {
  if (skill.organization_id === null) reject('built_in_skill', { skill: skill.slug })
  if (!skillRights(granted, skill)[right]) reject('forbidden', { needs: sentences[right] })
  return skill as SeenSkill & SkillRow
}

/** Returns the rights shown to the caller. A project-bound credential can't change skills. */
export function shownRights(granted: InOrganization, caller: Caller, skill: RightColumns) {
  const allowed = skillRights(granted, skill)
  const isProjectBound = caller.kind !== 'anonymous' && caller.projectId !== null
  return may(caller, isProjectBound ? { edit: false, delete: false } : allowed)
}
