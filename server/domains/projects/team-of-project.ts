import { type InOrganization, hasRole, requireWholeOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject, rejectField } from '../../operations/errors.ts'
import { type SeenTeam, findTeam } from '../teams/access.ts'
import type { ProjectRow } from './tables.ts'

/** The team that somebody puts a project into. Where it is already it may stay, whoever says so. */
export async function teamToPutInto(
  ctx: Context & InOrganization,
  ref: string,
  present: string | null = null,
): Promise<SeenTeam> {
  // A credential that is bound to a project knows nothing of the teams.
  requireWholeOrganization(ctx.caller, false, 'member')
  const team = await findTeam(ctx.db, ctx, ref, false)
  if (team.id !== present && team.own_role === null && !hasRole(ctx.organization, 'admin'))
    reject('forbidden', { needs: 'Whoever is in the team, and owners and admins of the organization.' })
  return team
}

export function requireTeam(visibility: ProjectRow['visibility'], teamId: string | null): void {
  if (visibility === 'team' && teamId === null)
    rejectField('team', 'A project that its team sees needs a team: name it, or choose another visibility.')
}
