import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { appLink } from '../../email/app-link.ts'
import { notify } from '../../email/notify.ts'
import { addressHasAccount } from '../../email/sign-in-emails.ts'
import { anyone } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject, rejectField } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { acceptAs, requireAcceptable } from '../invitations/answer.ts'
import { type SeenInvitation, findBySecret } from '../invitations/find-invitation.ts'
import { isFor, mailedSecret } from '../invitations/invitation.ts'
import { findAccount, signInFully } from './account.ts'
import { requestLink } from './email-requests.ts'
import { createAccount } from './create-account.ts'
import { requireGoodPassword } from './password-rules.ts'
import { isUnclaimed, requireAdmission } from './registration.ts'
import { requireSetupLink } from './setup-link.ts'
import { EmailSent, SignedInResponse, email, newPassword } from './user.ts'

export const register = operation({
  id: 'accounts.register',
  summary:
    'Create an account, in an organization of its own or one that invited you. Where email is set up, confirm it first.',
  http: 'POST /api/auth/register',
  access: anyone,
  created: true,
  limit: { account: (input) => input.email },
  input: z.object({
    email,
    password: newPassword,
    name: z.string().trim().min(1).max(120).describe('How others see you.'),
    organization: z.string().trim().min(1).max(120).optional().describe('The name of your organization.'),
    invitation: mailedSecret
      .optional()
      .describe(
        'The secret from the mail that invites you. Also works where registration needs an invitation.',
      ),
    setup: z
      .string()
      .max(100)
      .optional()
      .describe(
        'The secret of the setup link. The first account needs it, unless it is created on this machine.',
      ),
  }),
  output: z.union([SignedInResponse, EmailSent]),
  prepare: async ({ app, request }, input) => {
    const invited = input.invitation !== undefined
    await requireSetupLink(app, app.database, request, input.setup)
    await requireAdmission(app.config, app.database, { email: input.email, invited })
    if (invited) await requireInvitation(app.database, input, false)
    await requireGoodPassword(input.password, [input.email, input.name])
    return { login: await app.auth.register({ ...input, proved: invited }) }
  },
}).run(async (ctx, input) => {
  const { email: address, name, organization, setup } = input
  const { passwordHash, identity } = ctx.login
  // Others may have come with the secret meanwhile, or it was taken back.
  const invitation = input.invitation === undefined ? null : await requireInvitation(ctx.db, input, true)
  const verified = invitation !== null || (identity?.emailVerified ?? false)
  const answersByMail = !verified && (await hidesAccounts(ctx))
  if (answersByMail && (await findAccount(ctx.db, { email: address }))) {
    const link = appLink(ctx.app.config, '/sign-in')
    await notify(ctx, address, ({ instance, from }) => addressHasAccount({ instance, asked: from, link }))
    return { sent: true as const }
  }
  const account = await createAccount(ctx, {
    ...{ email: address, name, organization, setup, passwordHash, identity, verified },
    ...(invitation && { joins: (user) => acceptAs(ctx, user, invitation) }),
  })
  // An external backend has sent its own.
  if (!identity && !verified) await requestLink(ctx, address, 'verify_email')
  if (answersByMail) return { sent: true as const }
  return signInFully(ctx, account, { method: 'password' })
})

/**
 * Whether the answer must not show that an address has an account: only the mailbox learns it. The first account hides
 * nothing. An external backend decides itself what it answers.
 */
async function hidesAccounts({ app, db }: Context): Promise<boolean> {
  const { config, auth } = app
  return config.SMTP_URL !== undefined && auth.external === null && !(await isUnclaimed(config, db))
}

/** The secret proves the address that the invitation was sent to, and no other. */
async function requireInvitation(
  db: Queries,
  input: { email: string; invitation?: string | undefined; organization?: string | undefined },
  hold: boolean,
): Promise<SeenInvitation> {
  if (input.organization !== undefined)
    rejectField('organization', 'You join the organization that has invited you. Leave this out.')
  const invitation = (await findBySecret(db, input.invitation!, hold)) ?? reject('wrong_invitation')
  if (!isFor(invitation, input.email)) reject('invitation_for_another')
  requireAcceptable(invitation)
  return invitation
}
