import type { Queries } from '../../database/connect.ts'
import {
  type AccessRule,
  type Asked,
  type InOrganization,
  hasRole,
  requireWholeOrganization,
} from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
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
    check: (asked, input) => requireOnTeam(asked, right, input.team),
  }
}

/** The same for the team that is named, or else the one that the caller works in at the moment. */
export function onCurrentTeam(right: TeamRight): AccessRule<{ team?: string | undefined }, OnTeam> {
  return {
    ...onTeam(right),
    name: `currentTeam(${right})`,
    check: (asked, input) => requireOnTeam(asked, right, input.team),
  }
}

async function requireOnTeam(asked: Asked, right: TeamRight, ref: string | undefined): Promise<OnTeam> {
  const granted = requireWholeOrganization(asked.caller, asked.reads, 'member')
  const team =
    ref === undefined
      ? await findCurrentTeam(asked.db, granted, asked.hold)
      : await findTeam(asked.db, granted, ref, asked.hold)
  if (right === 'manage') requireManager(granted, team)
  return { ...granted, team }
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
  if (!mayManage(asking, team)) reject('forbidden', { needs: sentences.manage })
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
  return team ?? reject('not_found', { kind: 'team', ref })
}

/** What the caller chose last in this organization, or else the team that they joined first. */
async function findCurrentTeam(
  db: Queries,
  { organization, user }: Pick<InOrganization, 'organization' | 'user'>,
  lock: boolean,
): Promise<SeenTeam> {
  const [team] = await db.run<SeenTeam>(
    `select t.*, m.role as own_role from team_members m
       join teams t on t.id = m.team_id
       left join current_teams c on c.team_id = m.team_id and c.user_id = m.user_id
      where m.user_id = $2 and m.organization_id = $1
      order by c.team_id is null, m.created_at, m.team_id limit 1 ${lock ? 'for update of t' : ''}`,
    [organization.id, user.id],
  )
  return team ?? reject('no_team')
}
