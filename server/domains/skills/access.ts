import type { Queries } from '../../database/connect.ts'
import {
  type AccessRule,
  type Asked,
  type InOrganization,
  hasRole,
  requireOrganization,
  requireWholeOrganization,
} from '../../operations/access.ts'
import type { Caller } from '../../operations/caller.ts'
import { reject } from '../../operations/errors.ts'
import { may } from '../../operations/may.ts'
import { anyUuid } from '../../platform/ids.ts'
import { lockMember } from '../organizations/lock.ts'
import type { TeamRole } from '../teams/tables.ts'
import { fromSkills } from './skill.ts'
import type { AnySkillRow, SkillRow } from './tables.ts'

/*
 * Who may do what with a skill:
 *   view    a personal one: its owner. One of a team: its owner, whoever is in the team, and owners and admins of the
 *           organization. A public one, and what comes with Baton: everybody, in every organization.
 *   edit    its owner; of a team's whoever is in the team; of a team's and of public ones owners and admins of the
 *           organization: text, files, names
 *   delete  the same, but of those in the team only its leads; and whose it is: its scope and its team
 * Guests, and credentials of one project, read what is public.
 */
export type SkillRight = 'view' | 'edit' | 'delete'

export type SeenSkill = AnySkillRow & { owner_name: string | null; team_role: TeamRole | null }

export interface OnSkill extends InOrganization {
  skill: SeenSkill
}

/** What is about to be changed is the organization's own. */
export interface OnOwnSkill extends InOrganization {
  skill: SeenSkill & SkillRow
}

const sentences: Record<SkillRight, string> = {
  view: 'Of a public skill everybody; of a team’s its owner, the team, owners and admins; of a personal one its owner.',
  edit: 'The skill’s owner; of a team’s the team; of a team’s and of public ones owners and admins.',
  delete: 'The skill’s owner; of a team’s its leads; of a team’s and of public ones owners and admins.',
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
    async check(asked, { skill: ref }) {
      const granted = await requireMember(asked)
      const skill = await findSkill(asked.db, granted, ref, asked.hold)
      return { ...granted, skill: requireSkillRight(granted, skill, right) }
    },
  }
}

/** For what becomes the caller's own. */
export async function requireMember({ caller, db, reads, hold }: Asked): Promise<InOrganization> {
  const granted = requireWholeOrganization(caller, reads, 'member')
  // Of a write and somebody who takes its caller out of the organization, one waits for the other.
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

/** For lists: everybody may ask, and sees what they may see. */
export const visibleSkills: AccessRule<unknown, InOrganization> = {
  name: 'visibleSkills',
  sentence: 'Everybody in the organization, for the skills that they see.',
  open: false,
  leastRole: 'guest',
  check: ({ caller, reads }) => requireOrganization(caller, reads, 'guest'),
}

/**
 * What of the organization's own, beside what is public, the caller sees of the skills `s`. The parameters are the
 * organization, the caller, and whether they see anything of it and all of its teams.
 */
export const ownSkillsSeen = `s.organization_id = $1 and $3::boolean and (s.owner_id = $2
    or s.scope = 'team' and ($4::boolean or s.team_id in (select tm.team_id from team_members tm where tm.user_id = $2)))`

export function seerOfSkills({ caller, organization, user }: InOrganization): unknown[] {
  const inside = hasRole(organization, 'member') && caller.projectId === null
  return [organization.id, user.id, inside, inside && hasRole(organization, 'admin')]
}

export const skillTeamRole = `(select tm.role from team_members tm where tm.team_id = s.team_id and tm.user_id = $2) as team_role`

/** The one skill that a slug or an id names, if the caller sees it: first of their own, then of what is public. */
export async function findSkill(
  db: Queries,
  asking: InOrganization,
  ref: string,
  hold: boolean,
): Promise<SeenSkill> {
  const called = anyUuid.test(ref)
    ? 's.id = $5'
    : '(s.organization_id = $1 and s.slug = $5 or s.public_slug = $5)'
  const [skill] = await db.run<SeenSkill>(
    `select s.*, u.name as owner_name, ${skillTeamRole} from ${fromSkills}
      where ${called} and s.deleted_at is null and (s.scope = 'public' or ${ownSkillsSeen})
      order by s.organization_id is not distinct from $1 desc, s.slug = $5::text desc limit 1
      ${hold ? 'for update of s' : ''}`,
    [...seerOfSkills(asking), ref],
  )
  return skill ?? reject('not_found', { kind: 'skill', ref })
}

/** The same of the organization's own alone, in the trash or not. */
export async function findOwnSkill(
  db: Queries,
  asking: InOrganization,
  ref: string,
): Promise<SeenSkill | undefined> {
  const called = anyUuid.test(ref) ? 's.id = $5' : 's.slug = $5'
  const [skill] = await db.run<SeenSkill>(
    `select s.*, u.name as owner_name, ${skillTeamRole} from ${fromSkills}
      where s.organization_id = $1 and ${called} and (s.scope = 'public' or ${ownSkillsSeen}) for update of s`,
    [...seerOfSkills(asking), ref],
  )
  return skill
}

type Judged = Pick<SeenSkill, 'organization_id' | 'owner_id' | 'scope' | 'team_role'>

export function mayWithSkill(asking: Pick<InOrganization, 'organization' | 'user'>, skill: Judged) {
  const { organization, user } = asking
  if (skill.organization_id !== organization.id || !hasRole(organization, 'member'))
    return { edit: false, delete: false }
  const owns = skill.owner_id === user.id
  const administers = skill.scope !== 'personal' && hasRole(organization, 'admin')
  const inTeam = skill.scope === 'team' && skill.team_role !== null
  const leads = skill.scope === 'team' && skill.team_role === 'lead'
  return { edit: owns || administers || inTeam, delete: owns || administers || leads }
}

export function requireSkillRight(
  asking: InOrganization,
  skill: SeenSkill,
  right: 'edit' | 'delete',
): SeenSkill & SkillRow {
  if (skill.organization_id === null) reject('built_in_skill', { skill: skill.slug })
  if (!mayWithSkill(asking, skill)[right]) reject('forbidden', { needs: sentences[right] })
  return skill as SeenSkill & SkillRow
}

/** As the caller is told: a credential of one project changes nothing here. */
export function shownRights(asking: InOrganization, caller: Caller, skill: Judged) {
  const allowed = mayWithSkill(asking, skill)
  const bound = caller.kind !== 'anonymous' && caller.projectId !== null
  return may(caller, bound ? { edit: false, delete: false } : allowed)
}
