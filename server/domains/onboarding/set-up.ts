import type { InOrganization, SignedIn } from '../../operations/access.ts'
import { hasRole, requireRecentSignIn } from '../../operations/access.ts'
import type { CallingOrganization, Role } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { OperationError, reject } from '../../operations/errors.ts'
import { createCredential } from '../credentials/create-credential.ts'
import { revokeCredential } from '../credentials/own-credentials.ts'
import { sendInvitation } from '../invitations/send-invitation.ts'
import { changeOrganization } from '../organizations/change-organization.ts'
import { foundOrganization } from '../organizations/found-organization.ts'
import { lockOrganization } from '../organizations/lock.ts'
import { findTeam, requireManager } from '../teams/access.ts'
import { changeTeam } from '../teams/change-team.ts'
import { createTeamWithLead } from '../teams/insert-team.ts'
import type { OnboardingRow } from './tables.ts'

interface Names {
  name: string
  slug?: string | undefined
}

type Here = Context & InOrganization

export function requireHome(home: CallingOrganization | null): CallingOrganization {
  return home ?? reject('no_organization')
}

/** Gives the organization its name, or makes one where there is none. */
export async function nameOrganization(
  ctx: Context & SignedIn,
  home: CallingOrganization | null,
  names: Names,
): Promise<CallingOrganization> {
  if (!home) return foundOrganization(ctx, ctx.user, names)
  requireSetsUp(home)
  const { name, slug } = await changeOrganization(ctx, await lockOrganization(ctx.db, home.id), names)
  return { ...home, name, slug }
}

/** Gives the first team its name; made again, it is the same team. */
export async function nameTeam(ctx: Here, row: OnboardingRow, names: Names): Promise<string> {
  if (!hasRole(ctx.organization, 'member')) reject('role_too_low', { needs: 'owner, admin or member' })
  if (!row.team_id) return (await createTeamWithLead(ctx, names)).id
  const team = await findTeam(ctx.db, ctx, row.team_id, true)
  requireManager(ctx, team)
  await changeTeam({ ...ctx, team }, names)
  return team.id
}

/** Into the first team, but for guests, who are in none. */
export async function inviteAll(
  ctx: Here,
  teamId: string | null,
  invited: { email: string; role: Role }[],
): Promise<void> {
  if (invited.length === 0) return
  requireSetsUp(ctx.organization)
  const team = teamId === null ? null : await findTeam(ctx.db, ctx, teamId, false)
  for (const { email, role } of invited) {
    const into = role === 'guest' ? null : team
    const giver = { ...ctx, most: ctx.organization.role }
    await sendInvitation(giver, { email, role, team: into }).catch(leaveAlone)
  }
}

/** Whoever goes through the step again names the same people again. */
function leaveAlone(error: unknown): void {
  if (error instanceof OperationError && ['already_invited', 'already_member'].includes(error.code)) return
  throw error
}

export async function replaceToken(ctx: Here, { credential_id }: OnboardingRow, { name }: { name: string }) {
  requireRecentSignIn(ctx.caller)
  const [unused] = await ctx.db.run(
    'select 1 from credentials where id = $1 and first_call_at is null and revoked_at is null',
    [credential_id],
  )
  if (unused) await revokeCredential(ctx, 'mcp_token', credential_id!)
  return createCredential(ctx, 'mcp_token', { name, scopes: ['read', 'write'] })
}

function requireSetsUp(home: CallingOrganization): void {
  if (!hasRole(home, 'admin')) reject('role_too_low', { needs: 'owner or admin' })
}
