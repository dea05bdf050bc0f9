import type { Actor } from '../../../database/actor.ts'
import type { Context } from '../../../operations/context.ts'
import type { EventTypeOf } from '../../../database/events.ts'
import { type SeenInvitation, findInvitation } from './find-invitation.ts'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { appLink } from '../../../email/app-link.ts'
import { invitation as letter } from '../../../email/invitations.ts'
import { lifetimes } from '../../../email/lifetimes.ts'
import { notify } from '../../../email/queue-email.ts'
import type { Role } from '../../../operations/caller.ts'
import { reject, rejectField, rejectOverLimit } from '../../../errors/errors.ts'
import { newId, randomSecret } from '../../../platform/ids.ts'
import { hashSecret } from '../../auth/accounts/email-tokens.ts'
import { lockOrganization } from '../../membership/lock.ts'
import { requireRoom } from '../../membership/plans.ts'
import type { TeamRow } from '../../teams/tables.ts'
import { type Inviter, requireCanGrant } from './grantable-roles.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Asking } from '../../../operations/operation.ts'

/** Records an invitation event without the email address, because every member can read the journal. */
export function recordInvitation(
  ctx: Context,
  { id, organization_id: organizationId, role, team_id: team, version }: SeenInvitation,
  type: EventTypeOf<'invitation'>,
  actor?: Actor,
): void {
  ctx.record({
    type,
    organizationId,
    version,
    data: { role, team },
    ...(actor && { actor }),
    subject: { kind: 'invitation', id },
  })
}

/**
 * Invites an email address. Never looks up accounts outside the organization, so that the inviter cannot learn whether
 * the address has one.
 */
export async function sendInvitation(
  ctx: Context & Inviter,
  { email, role, team }: { email: string; role: Role; team: TeamRow | null },
): Promise<SeenInvitation> {
  const { db, organization, user } = ctx
  requireCanGrant(ctx, role)
  if (role === 'guest' && team) rejectField('role', "Guests can't join a team. Invite them without a team.")
  await lockOrganization(db, organization.id)
  await rejectKnown(db, organization.id, email)
  await requireRoom(ctx, organization.id, 'members')
  const [id, secret] = [newId(), randomSecret()]
  await db.run(
    sql`insert into invitations (id, organization_id, email, role, team_id, hash, invited_by, expires_at)
     values (${id}, ${organization.id}, ${email}, ${role}, ${team?.id ?? null}, ${hashSecret(secret)}, ${user.id},
       now() + ${lifetimes.invitation} * interval '1 minute')`,
  )
  const invitation = (await findInvitation(db, sql`i.id = ${id}`, false))!
  recordInvitation(ctx, invitation, 'invitation.sent')
  await emailInvitation(ctx, invitation, secret)
  return invitation
}

/** Rejects members and addresses with a pending invitation. Deletes an expired invitation of the address. */
async function rejectKnown(db: Queries, organizationId: string, email: string): Promise<void> {
  const [member] = await db.run(
    sql`select 1 from memberships m join users u on u.id = m.user_id
      where m.organization_id = ${organizationId} and lower(u.email) = lower(${email})`,
  )
  if (member) reject('already_member')
  const condition = sql`organization_id = ${organizationId} and lower(email) = lower(${email}) and status = 'pending'`
  await db.run(sql`delete from invitations where ${condition} and expires_at <= now()`)
  const [pending] = await db.run(sql`select 1 from invitations where ${condition}`)
  if (pending) reject('already_invited')
}

export function emailInvitation(ctx: Context, invitation: SeenInvitation, secret: string): Promise<void> {
  const link = appLink(ctx.app.config, '/invitation', { fragment: { token: secret } })
  return notify(ctx, invitation.email, ({ instance }) =>
    letter({
      instance,
      link,
      role: invitation.role,
      team: invitation.team_name,
      inviter: invitation.inviter_name,
      organization: invitation.organization_name,
    }),
  )
}

const hourMs = 3_600_000

/** Maximum invitation emails per hour to one address, across all organizations. */
export const maxEmailsPerAddress = 10

/**
 * Limits invitation emails per organization and per recipient, because inviters choose the recipients freely. Counts
 * before the transaction, so that rejected invitations count too: they could probe which addresses are members.
 */
export async function limitEmails(
  { app, organization }: Asking & Pick<InOrganization, 'organization'>,
  email: string,
): Promise<object> {
  const { rateLimits, config } = app
  const bounds = [
    [`invitations of ${organization.id}`, config.RATE_LIMIT_INVITATIONS],
    [`invitations to ${email.toLowerCase()}`, maxEmailsPerAddress],
  ] as const
  for (const [key, limit] of bounds) rejectOverLimit(await rateLimits.countExactly(key, limit, hourMs))
  return {}
}
