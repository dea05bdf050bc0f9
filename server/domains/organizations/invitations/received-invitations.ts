import { z } from 'zod'
import { pageInput, pageOf, readPage } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import { asPerson, anyone } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import {
  type SeenInvitation,
  isSentTo,
  newestFirst,
  selectInvitations,
  findBySecret,
} from './find-invitation.ts'
import { inviterCanGrant } from './grantable-roles.ts'
import { ReceivedInvitation, receivedFromRow, mailedSecret, invitationRef, isFor } from './invitation.ts'
import { reject } from '../../../errors/errors.ts'
import { findAccount } from '../../auth/accounts/account.ts'
import { markVerified } from '../../auth/accounts/prove-address.ts'
import { OrganizationOfUser, addressOf, publicOrganization } from '../../auth/accounts/user.ts'
import { respondsSignedIn, respondsBySecret } from './access.ts'
import { acceptAs, decline } from './answer.ts'

export const listOwnInvitations = operation({
  id: 'invitations.listOwn',
  summary: "List the caller's pending invitations. Requires a verified email address.",
  http: 'GET /api/invitations',
  shows: ['invitation', 'notification'],
  access: asPerson,
  input: z.object(pageInput),
  output: pageOf(ReceivedInvitation),
}).run(async (ctx, paging) => {
  return readPage(
    ctx.db,
    paging,
    newestFirst,
    ({ after, orderAndLimit }) =>
      sql`${selectInvitations}
      where i.status = 'pending' and i.expires_at > now() and ${inviterCanGrant}
        and ${isSentTo(ctx.user.id)} and ${after} ${orderAndLimit}`,
    (row: SeenInvitation) => receivedFromRow(ctx.caller, row),
  )
})

/** Shows an invitation. Uses POST to keep the secret out of URLs and logs, and out of reach of email link scanners. */
export const lookInvitation = operation({
  id: 'invitations.look',
  summary: 'Show an invitation by the secret from its email.',
  http: 'POST /api/invitations/look',
  access: anyone,
  limit: 'network',
  input: z.object({ token: mailedSecret }),
  output: ReceivedInvitation,
}).run(async (ctx, { token }) => {
  const invitation = (await findBySecret(ctx.db, token, false)) ?? reject('wrong_invitation')
  return receivedFromRow(ctx.caller, invitation)
})

/** Accepts an invitation. The secret alone is not enough, because emails are easily forwarded. */
export const acceptInvitation = operation({
  id: 'invitations.accept',
  summary: 'Accept an invitation. You join the organization and the team, if it names one.',
  http: 'POST /api/invitations/:invitation/accept',
  access: respondsSignedIn,
  limit: { account: ({ token }, caller) => (token === undefined ? undefined : addressOf(caller)) },
  input: z.object({
    invitation: invitationRef,
    token: mailedSecret
      .optional()
      .describe(
        'Secret from the link in the email. Required until your email address is verified, which it does.',
      ),
  }),
  output: z.object({ organization: OrganizationOfUser.describe('Your current organization.') }),
}).run(async (ctx) => {
  const { invitation, user } = ctx
  if (!isFor(invitation, user.email)) reject('invitation_for_another')
  const account = (await findAccount(ctx.db, { id: user.id }))!
  const joined = await acceptAs(ctx, account, invitation)
  // Without a verified address, the access rule required the secret from the email, which verifies it.
  if (!account.email_verified_at) await markVerified(ctx, account)
  return { organization: publicOrganization(joined) }
})

export const declineInvitation = operation({
  id: 'invitations.decline',
  summary: 'Decline an invitation. Works with or without an account.',
  http: 'POST /api/invitations/:invitation/decline',
  access: respondsBySecret,
  limit: 'network',
  input: z.object({
    invitation: invitationRef,
    token: mailedSecret
      .optional()
      .describe('Secret from the link in the email. Optional if you are signed in with the invited address.'),
  }),
  output: z.object({ id: z.uuid(), status: z.literal('declined') }),
}).run(async (ctx) => {
  await decline(ctx, ctx.invitation)
  return { id: ctx.invitation.id, status: 'declined' as const }
})
