import { type InOrganization, hasRole, requireWholeOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject, rejectField } from '../../errors/errors.ts'
import { type SeenTeam, findTeam } from '../teams/access.ts'
import type { ProjectRow } from './tables.ts'

/** Finds the team for a project. Requires a member of it or an admin, unless it is already the team of the project. */
export async function teamToPutInto(
  ctx: Context & InOrganization,
  ref: string,
  currentTeamId: string | null = null,
): Promise<SeenTeam> {
  // A credential that is bound to a project cannot see teams.
  requireWholeOrganization(ctx.caller, false, 'member')
  const team = await findTeam(ctx.db, ctx, ref, false)
  if (team.id !== currentTeamId && team.own_role === null && !hasRole(ctx.organization, 'admin'))
    reject('forbidden', { needs: 'Members of the team, and owners and admins of the organization.' })
  return team
}

export function requireTeam(visibility: ProjectRow['visibility'], teamId: string | null): void {
  if (visibility === 'team' && teamId === null)
    rejectField(
      'team',
      'A project with visibility "team" needs a team. Pass "team", or choose another visibility.',
    )
}
