import type { Queries } from '../../database/connect.ts'
import {
  type AccessRule,
  type Asked,
  type Filter,
  type InOrganization,
  type SignedIn,
  administersItself,
  asPerson,
  hasRole,
  requireOrganizationItself,
} from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { hashSecret } from '../accounts/email-tokens.ts'
import { findTeam } from '../teams/access.ts'
import type { TeamRow } from '../teams/tables.ts'
import { type SeenInvitation, findInvitation } from './find-invitation.ts'
import { type Giver, administers, isLead, maxGrantableRole, requireGivable } from './grantable-roles.ts'

/*
 * Who may do what with an invitation:
 *   give    owners and admins of the organization, up to their own role; the leads of a team, into it, as member
 *   see     owners and admins all; the leads of a team those into it
 *   resend, revoke  whoever sees it and could give it
 *   answer  whoever it was sent to: a person whose proved address it names, or who has the secret from the mail.
 *           To accept it takes an account with that address; to decline it, the secret is enough.
 */

export const invites: AccessRule<unknown, Giver> = {
  ...administersItself,
  name: 'invites',
  async check(asked, input) {
    const granted = await administersItself.check(asked, input)
    return { ...granted, most: granted.organization.role }
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

const managers = 'The leads of the team, and owners and admins of the organization.'

export const invitesToTeam: AccessRule<{ team: string }, Giver & { team: TeamRow }> = {
  name: 'invitesToTeam',
  sentence: `${managers} For what only admins may, a key or token needs the scope \`admin\`.`,
  ...byAdminsAndLeads,
  async check({ caller, db, reads }, input) {
    const granted = requireOrganizationItself(caller, reads, 'member')
    const team = await findTeam(db, granted, input.team, false)
    const most = maxGrantableRole(granted, team.own_role === 'lead')
    if (most) return { ...granted, team, most }
    requireScope(granted)
    return reject('forbidden', { needs: managers })
  },
}

export const seesInvitations: AccessRule<unknown, Seer> = {
  name: 'seesInvitations',
  sentence: 'Owners and admins of the organization; the leads of a team, for the invitations into it.',
  ...byAdminsAndLeads,
  check: requireSeer,
}

export const givesInvitation: AccessRule<{ invitation: string }, Giver & { invitation: SeenInvitation }> = {
  name: 'givesInvitation',
  sentence:
    'Owners and admins of the organization, up to their own role; the leads of a team, for members who are invited into it.',
  ...byAdminsAndLeads,
  async check(asked, { invitation: ref }) {
    const { visible, ...giver } = await requireSeer(asked)
    const values = [...visible.values, ref]
    const invitation = await findInvitation(asked.db, `${visible.where} and i.id = $3`, values, asked.hold)
    if (!invitation) reject('not_found', { kind: 'invitation', ref })
    requireGivable(giver, invitation.role)
    return { ...giver, invitation }
  },
}

/** What an answer comes with: the secret stands for the address that its mail was sent to. */
interface Answer {
  invitation: string
  token?: string | undefined
}

export const respondsSignedIn: AccessRule<Answer, SignedIn & { invitation: SeenInvitation }> = {
  name: 'answersSignedIn',
  sentence: 'A person who is signed in, for an invitation that was sent to their address.',
  open: false,
  also: ['invited'],
  sessionOnly: true,
  async check(asked, input) {
    const granted = await asPerson.check(asked, input)
    return { ...granted, invitation: await findReceived(asked, input) }
  },
}

export const respondsBySecret: AccessRule<Answer, { invitation: SeenInvitation }> = {
  name: 'answersAnyhow',
  sentence:
    'Whoever has the secret from the mail; a person who is signed in with the address it was sent to.',
  open: true,
  also: ['invited'],
  sessionOnly: true,
  async check(asked, input) {
    // What comes with a key or token is no person's answer.
    if (asked.caller.kind !== 'anonymous') await asPerson.check(asked, input)
    return { invitation: await findReceived(asked, input) }
  },
}

type Seer = Giver & { visible: Filter }

/** With the invitations `i` of a query that they may see. */
async function requireSeer({ caller, db, reads }: Asked): Promise<Seer> {
  const granted = requireOrganizationItself(caller, reads, 'member')
  const { organization, user } = granted
  const most = maxGrantableRole(granted, await leadsAnyTeam(db, granted))
  if (!most) {
    requireScope(granted)
    reject('role_too_low', { needs: 'owner, admin or lead of a team' })
  }
  const visible = {
    where: `i.organization_id = $1 and ($2::uuid is null or ${isLead('i.team_id', '$2')})`,
    values: [organization.id, administers(granted) ? null : user.id],
  }
  return { ...granted, most, visible }
}

async function leadsAnyTeam(db: Queries, { organization, user }: InOrganization): Promise<boolean> {
  const led = await db.run(
    `select 1 from team_members where user_id = $1 and organization_id = $2 and role = 'lead' limit 1`,
    [user.id, organization.id],
  )
  return led.length === 1
}

/** Whoever is an admin and may not lacks only this. */
function requireScope({ organization }: InOrganization): void {
  if (hasRole(organization, 'admin')) reject('scope_missing', { scope: 'admin' })
}

/** By the secret, which must be right then even if its bearer would not need it; or else by the caller's proved address. */
async function findReceived({ caller, db, hold }: Asked, { invitation: ref, token }: Answer) {
  const [which, value] =
    token !== undefined
      ? ['i.hash = $2', hashSecret(token)]
      : [
          'lower(i.email) = (select lower(email) from users where id = $2 and email_verified_at is not null)',
          caller.kind === 'anonymous' ? null : caller.user.id,
        ]
  const found = await findInvitation(db, `i.id = $1 and ${which}`, [ref, value], hold)
  return found ?? reject('not_found', { kind: 'invitation', ref })
}
