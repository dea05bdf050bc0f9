import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
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
 * Rights on a team:
 *   view    Every member of the organization: the team's members, and the work that they can see anyway. Guests see no
 *           teams.
 *   manage  The team's leads, and owners and admins of the organization: its settings, its members, its deletion.
 */
export type TeamRight = 'view' | 'manage'

/** A team with the caller's role in it. */
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
    ...requiredRoles[right],
    check: (request, input) => requireOnTeam(request, right, input.team),
  }
}

/** Checks the same right on the team in `input.team`. Falls back to the caller's current team. */
export function onCurrentTeam(right: TeamRight): AccessRule<{ team?: string | undefined }, OnTeam> {
  return {
    ...onTeam(right),
    name: `currentTeam(${right})`,
    check: (request, input) => requireOnTeam(request, right, input.team),
  }
}

async function requireOnTeam(request: Asked, right: TeamRight, ref: string | undefined): Promise<OnTeam> {
  const granted = requireWholeOrganization(request.caller, request.reads, 'member')
  const team =
    ref === undefined
      ? await findCurrentTeam(request.db, granted, request.hold)
      : await findTeam(request.db, granted, ref, request.hold)
  if (right === 'manage') requireManager(granted, team)
  return { ...granted, team }
}

const requiredRoles = {
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

export function requireManager(granted: Pick<InOrganization, 'organization'>, team: SeenTeam): void {
  if (!mayManage(granted, team)) reject('forbidden', { needs: sentences.manage })
}

/** Returns the team of the organization with this slug or id. Rejects with `not_found` if there is none. */
export async function findTeam(
  db: Queries,
  { organization, user }: Pick<InOrganization, 'organization' | 'user'>,
  ref: string,
  lock: boolean,
): Promise<SeenTeam> {
  const [team] = await db.run<SeenTeam>(
    sql`select t.*, (select role from team_members where team_id = t.id and user_id = ${user.id}) as own_role
       from teams t
      where t.organization_id = ${organization.id} and ${anyUuid.test(ref) ? sql`t.id = ${ref}` : sql`t.slug = ${ref}`}
      ${lock ? sql`for update of t` : sql.empty}`,
  )
  return team ?? reject('not_found', { kind: 'team', ref })
}

/** Returns the team that the caller last switched to in this organization, or else the team that they joined first. */
async function findCurrentTeam(
  db: Queries,
  { organization, user }: Pick<InOrganization, 'organization' | 'user'>,
  lock: boolean,
): Promise<SeenTeam> {
  const [team] = await db.run<SeenTeam>(
    sql`select t.*, m.role as own_role from team_members m
       join teams t on t.id = m.team_id
       left join current_teams c on c.team_id = m.team_id and c.user_id = m.user_id
      where m.user_id = ${user.id} and m.organization_id = ${organization.id}
      order by c.team_id is null, m.created_at, m.team_id limit 1 ${lock ? sql`for update of t` : sql.empty}`,
  )
  return team ?? reject('no_team')
}
