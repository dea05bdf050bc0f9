import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import {
  type AccessRule,
  type Asked,
  type InOrganization,
  type SignedIn,
  type VisibleRows,
  administersItself,
  asPerson,
  hasRole,
  requireOrganizationItself,
} from '../../../operations/access.ts'
import { reject } from '../../../operations/errors.ts'
import { hashSecret } from '../../auth/accounts/email-tokens.ts'
import { findTeam } from '../../teams/access.ts'
import type { TeamRow } from '../../teams/tables.ts'
import { type SeenInvitation, findInvitation, isSentTo } from './find-invitation.ts'
import {
  type Inviter,
  administers,
  isLeadOfTeam,
  maxGrantableRole,
  requireCanGrant,
} from './grantable-roles.ts'

/*
 * Access to invitations:
 *   send            Owners and admins of the organization, up to their own role. Team leads, into their team as member.
 *   see             Owners and admins see all. Team leads see those into their team.
 *   resend, revoke  Members who see the invitation and could send it.
 *   respond         The invited user: an account with the verified address, or a caller with the secret from the email.
 *                   Accepting needs an account with that address. Declining needs only the secret.
 */

export const invites: AccessRule<unknown, Inviter> = {
  ...administersItself,
  name: 'invites',
  async check(context, input) {
    const granted = await administersItself.check(context, input)
    return { ...granted, maxRole: granted.organization.role }
  },
}

const byAdminsAndLeads = {
  open: false,
  leastRole: 'admin',
  also: ['lead'],
  adminScope: true,
  wholeOrganization: true,
  liveOnly: true,
} as const

const managers = 'Team leads, and owners and admins of the organization.'

export const invitesToTeam: AccessRule<{ team: string }, Inviter & { team: TeamRow }> = {
  name: 'invitesToTeam',
  sentence: `${managers} For the rights of admins, a key or token needs the scope \`admin\`.`,
  ...byAdminsAndLeads,
  async check({ caller, db, reads }, input) {
    const granted = requireOrganizationItself(caller, reads, 'member')
    const team = await findTeam(db, granted, input.team, false)
    const maxRole = maxGrantableRole(granted, team.own_role === 'lead')
    if (maxRole) return { ...granted, team, maxRole }
    requireScope(granted)
    return reject('forbidden', { needs: managers })
  },
}

export const seesInvitations: AccessRule<unknown, Viewer> = {
  name: 'seesInvitations',
  sentence: 'Owners and admins of the organization. Team leads, for invitations to their team.',
  ...byAdminsAndLeads,
  check: requireViewer,
}

export const givesInvitation: AccessRule<{ invitation: string }, Inviter & { invitation: SeenInvitation }> = {
  name: 'givesInvitation',
  sentence:
    'Owners and admins of the organization, up to their own role. Team leads, for members invited to their team.',
  ...byAdminsAndLeads,
  async check(context, { invitation: ref }) {
    const { visible, ...inviter } = await requireViewer(context)
    const condition = sql`${visible.where} and i.id = ${ref}`
    const invitation = await findInvitation(context.db, condition, context.hold)
    if (!invitation) reject('not_found', { kind: 'invitation', ref })
    requireCanGrant(inviter, invitation.role)
    return { ...inviter, invitation }
  },
}

/** Input of a response. The secret proves control of the address that the email was sent to. */
interface InvitationResponse {
  invitation: string
  token?: string | undefined
}

export const respondsSignedIn: AccessRule<InvitationResponse, SignedIn & { invitation: SeenInvitation }> = {
  name: 'answersSignedIn',
  sentence: 'Signed-in users, for invitations to their own email address.',
  open: false,
  also: ['invited'],
  sessionOnly: true,
  async check(context, input) {
    const granted = await asPerson.check(context, input)
    return { ...granted, invitation: await findReceived(context, input) }
  },
}

export const respondsBySecret: AccessRule<InvitationResponse, { invitation: SeenInvitation }> = {
  name: 'answersAnyhow',
  sentence: 'Callers with the secret from the email. Signed-in users with the invited email address.',
  open: true,
  also: ['invited'],
  sessionOnly: true,
  async check(context, input) {
    // Keys and tokens cannot respond for a user.
    if (context.caller.kind !== 'anonymous') await asPerson.check(context, input)
    return { invitation: await findReceived(context, input) }
  },
}

type Viewer = Inviter & { visible: VisibleRows }

/** Requires the right to see invitations. Returns the filter for the visible invitations `i` of a query. */
async function requireViewer({ caller, db, reads }: Asked): Promise<Viewer> {
  const granted = requireOrganizationItself(caller, reads, 'member')
  const { organization, user } = granted
  const maxRole = maxGrantableRole(granted, await leadsAnyTeam(db, granted))
  if (!maxRole) {
    requireScope(granted)
    reject('role_too_low', { needs: 'owner, admin or team lead' })
  }
  const isManaged = administers(granted) ? sql`true` : isLeadOfTeam(sql`${user.id}`)
  return {
    ...granted,
    maxRole,
    visible: { where: sql`i.organization_id = ${organization.id} and ${isManaged}` },
  }
}

async function leadsAnyTeam(db: Queries, { organization, user }: InOrganization): Promise<boolean> {
  const teams = await db.run(
    sql`select 1 from team_members where user_id = ${user.id} and organization_id = ${organization.id} and role = 'lead' limit 1`,
  )
  return teams.length === 1
}

/** Rejects an admin for the missing scope, which is the only right that an admin can lack here. */
function requireScope({ organization }: InOrganization): void {
  if (hasRole(organization, 'admin')) reject('scope_missing', { scope: 'admin' })
}

/** Finds an invitation by its secret or, without one, by the caller's verified address. Never ignores a wrong secret. */
async function findReceived({ caller, db, hold }: Asked, { invitation: ref, token }: InvitationResponse) {
  const userId = caller.kind === 'anonymous' ? null : caller.user.id
  const condition = token === undefined ? isSentTo(userId) : sql`i.hash = ${hashSecret(token)}`
  const found = await findInvitation(db, sql`i.id = ${ref} and ${condition}`, hold)
  return found ?? reject('not_found', { kind: 'invitation', ref })
}
