import { z } from 'zod'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { findAccount } from '../../auth/accounts/account.ts'
import { markVerified } from '../../auth/accounts/prove-address.ts'
import { OrganizationOfUser, addressOf, publicOrganization } from '../../auth/accounts/user.ts'
import { respondsSignedIn } from './access.ts'
import { acceptAs } from './answer.ts'
import { invitationRef, isFor, mailedSecret } from './invitation.ts'

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
