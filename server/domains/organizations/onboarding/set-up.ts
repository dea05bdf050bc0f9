import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import {
  type SignedIn,
  type InOrganization,
  hasRole,
  requireRecentSignIn,
} from '../../../operations/access.ts'
import type { CallingOrganization, Role } from '../../../operations/caller.ts'
import type { OnboardingRow } from './onboarding.ts'
import type { Context } from '../../../operations/context.ts'
import { OperationError, reject } from '../../../errors/errors.ts'
import { createCredential } from '../../auth/credentials/create-credential.ts'
import { revokeCredential } from '../../auth/credentials/own-credentials.ts'
import { sendInvitation } from '../invitations/send-invitation.ts'
import { changeOrganization } from '../change-organization.ts'
import { foundOrganization } from '../found-organization.ts'
import { lockOrganization } from '../../membership/lock.ts'
import { findTeam, requireManager } from '../../teams/access.ts'
import { changeTeam, createTeamWithLead } from '../../teams/save-team.ts'

/**
 * Returns the organization that the user sets up: the one of the onboarding, if they are still a member, else their
 * current one. A sandbox counts as its organization. Returns null for a user without an organization.
 */
export async function findHome(
  db: Queries,
  { caller, user }: SignedIn,
  onboarding: OnboardingRow | undefined,
): Promise<CallingOrganization | null> {
  const ids = [onboarding?.organization_id, caller.organization?.id].filter((id) => id != null)
  const [home] = await db.run<CallingOrganization>(
    sql`select l.id, l.slug, l.name, m.role, false as sandbox
       from unnest(${ids}::uuid[]) with ordinality as candidate (id, rank)
       join organizations o on o.id = candidate.id
       join organizations l on l.id = coalesce(o.sandbox_of, o.id)
       join memberships m on m.organization_id = l.id and m.user_id = ${user.id}
      order by rank limit 1`,
  )
  return home ?? null
}

interface Names {
  name: string
  slug?: string | undefined
}

type OrganizationContext = Context & InOrganization

export function requireHome(home: CallingOrganization | null): CallingOrganization {
  return home ?? reject('no_organization')
}

/** Renames the organization, or creates one for a user without an organization. */
export async function nameOrganization(
  ctx: Context & SignedIn,
  home: CallingOrganization | null,
  names: Names,
): Promise<CallingOrganization> {
  if (!home) return foundOrganization(ctx, ctx.user, names)
  requireAdmin(home)
  const { name, slug } = await changeOrganization(ctx, await lockOrganization(ctx.db, home.id), names)
  return { ...home, name, slug }
}

/** Creates the first team, or renames it when the step is repeated. */
export async function nameTeam(ctx: OrganizationContext, row: OnboardingRow, names: Names): Promise<string> {
  if (!hasRole(ctx.organization, 'member')) reject('role_too_low', { needs: 'owner, admin or member' })
  if (!row.team_id) return (await createTeamWithLead(ctx, names)).id
  const team = await findTeam(ctx.db, ctx, row.team_id, true)
  requireManager(ctx, team)
  await changeTeam({ ...ctx, team }, names)
  return team.id
}

/** Invites all addresses into the first team. Guests join no team. */
export async function inviteAll(
  ctx: OrganizationContext,
  teamId: string | null,
  invited: { email: string; role: Role }[],
): Promise<void> {
  if (invited.length === 0) return
  requireAdmin(ctx.organization)
  const team = teamId === null ? null : await findTeam(ctx.db, ctx, teamId, false)
  for (const { email, role } of invited) {
    const joined = role === 'guest' ? null : team
    const inviter = { ...ctx, maxRole: ctx.organization.role }
    await sendInvitation(inviter, { email, role, team: joined }).catch(ignoreKnown)
  }
}

/** Ignores known addresses, because a repeated step sends the same ones again. */
function ignoreKnown(error: unknown): void {
  if (error instanceof OperationError && ['already_invited', 'already_member'].includes(error.code)) return
  throw error
}

export async function replaceToken(
  ctx: OrganizationContext,
  { credential_id }: OnboardingRow,
  { name, agent, role }: { name: string; agent?: string | undefined; role?: string | undefined },
) {
  requireRecentSignIn(ctx.caller)
  const [unused] = await ctx.db.run(
    sql`select 1 from credentials where id = ${credential_id} and first_call_at is null and revoked_at is null`,
  )
  if (unused) await revokeCredential(ctx, 'mcp_token', credential_id!)
  return createCredential(ctx, 'mcp_token', {
    name,
    scopes: ['read', 'write'],
    ...(agent !== undefined && { agent, role }),
  })
}

function requireAdmin(home: CallingOrganization): void {
  if (!hasRole(home, 'admin')) reject('role_too_low', { needs: 'owner or admin' })
}
