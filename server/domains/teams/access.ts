import type { Queries } from '../../database/connect.ts'
import {
  type AccessRule,
  type InOrganization,
  hasRole,
  requireWholeOrganization,
} from '../../operations/access.ts'
import { refuse } from '../../operations/errors.ts'
import { anyUuid } from '../../platform/ids.ts'
import type { TeamRole, TeamRow } from './tables.ts'

/*
 * Who may do what with a team:
 *   view    every member of the organization: who is in it, and of its work what they see anyway. Guests see no teams.
 *   manage  its leads, and owners and admins of the organization: its settings, its members, its end
 */
export type TeamRight = 'view' | 'manage'

/** A team with what the caller is in it. */
export interface SeenTeam extends TeamRow {
  own_role: TeamRole | null
}

export interface OnTeam extends InOrganization {
  team: SeenTeam
}

export function onTeam(right: TeamRight): AccessRule<{ team: string }, OnTeam> {
  return {
    name: `team(${right})`,
    sentence: sentences[right],
    open: false,
    wholeOrganization: true,
    ...standing[right],
    async check({ caller, db, reads, hold }, input) {
      const granted = requireWholeOrganization(caller, reads, 'member')
      const team = await findTeam(db, granted, input.team, hold)
      if (right === 'manage') requireManager(granted, team)
      return { ...granted, team }
    },
  }
}

const standing = {
  view: { leastRole: 'member', also: [] },
  manage: { leastRole: 'admin', also: ['lead'] },
} as const

const sentences: Record<TeamRight, string> = {
  view: 'Members of the organization.',
  manage: 'The leads of the team, and owners and admins of the organization.',
}

export function mayManage({ organization }: Pick<InOrganization, 'organization'>, team: SeenTeam): boolean {
  return hasRole(organization, 'admin') || team.own_role === 'lead'
}

export function requireManager(asking: Pick<InOrganization, 'organization'>, team: SeenTeam): void {
  if (!mayManage(asking, team)) refuse('forbidden', { needs: sentences.manage })
}

/** The one team of the organization that a slug or an id names. */
export async function findTeam(
  db: Queries,
  { organization, user }: Pick<InOrganization, 'organization' | 'user'>,
  ref: string,
  lock: boolean,
): Promise<SeenTeam> {
  const [team] = await db.run<SeenTeam>(
    `select t.*, (select role from team_members where team_id = t.id and user_id = $2) as own_role from teams t
      where t.organization_id = $1 and ${anyUuid.test(ref) ? 't.id = $3' : 't.slug = $3'}
      ${lock ? 'for update of t' : ''}`,
    [organization.id, user.id, ref],
  )
  return team ?? refuse('not_found', { kind: 'team', ref })
}
