import { z } from 'zod'
import { reject } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { findAccount } from '../accounts/account.ts'
import { markVerified } from '../accounts/prove-address.ts'
import { OrganizationOfUser, addressOf, publicOrganization } from '../accounts/user.ts'
import { respondsSignedIn } from './access.ts'
import { acceptAs } from './answer.ts'
import { invitationRef, isFor, mailedSecret } from './invitation.ts'

/** The secret alone is not enough: a mail is forwarded easily, and an organization invites a person it knows. */
export const acceptInvitation = operation({
  id: 'invitations.accept',
  summary: 'Join the organization that has invited you, and the team if it named one.',
  http: 'POST /api/invitations/:invitation/accept',
  access: respondsSignedIn,
  limit: { account: ({ token }, caller) => (token === undefined ? undefined : addressOf(caller)) },
  input: z.object({
    invitation: invitationRef,
    token: mailedSecret
      .optional()
      .describe(
        'The secret from the link in the mail. Needed until you have proved your address; proves it.',
      ),
  }),
  output: z.object({ organization: OrganizationOfUser.describe('Where you are now.') }),
}).run(async (ctx) => {
  const { invitation, user } = ctx
  if (!isFor(invitation, user.email)) reject('invitation_for_another')
  const account = (await findAccount(ctx.db, { id: user.id }))!
  const joined = await acceptAs(ctx, account, invitation)
  // Whoever has come as far without having proved it has brought the secret from the mail.
  if (!account.email_verified_at) await markVerified(ctx, account)
  return { organization: publicOrganization(joined) }
})
