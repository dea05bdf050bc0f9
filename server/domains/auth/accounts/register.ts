import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { appLink } from '../../../email/app-link.ts'
import { notify } from '../../../email/queue-email.ts'
import { addressHasAccount } from '../../../email/sign-in-emails.ts'
import { anyone } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { reject, rejectField } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { acceptAs, requireAcceptable } from '../../organizations/invitations/answer.ts'
import { type SeenInvitation, findBySecret } from '../../organizations/invitations/find-invitation.ts'
import { isFor, mailedSecret } from '../../organizations/invitations/invitation.ts'
import { findAccount, signInFully } from './account.ts'
import { requestLink } from './email-requests.ts'
import { requireOffered } from './offered-methods.ts'
import { createAccount } from './create-account.ts'
import { requireGoodPassword } from './passwords.ts'
import { isUnclaimed, requireAdmission, requireSetupLink } from './registration.ts'
import { EmailSent, SignedInResponse, email, newPassword } from './user.ts'

export const register = operation({
  id: 'accounts.register',
  summary:
    'Create an account in a new organization, or in one that invited you. If email is configured, confirm your address first.',
  http: 'POST /api/auth/register',
  access: anyone,
  created: true,
  limit: { account: (input) => input.email },
  input: z.object({
    email,
    password: newPassword,
    name: z.string().trim().min(1).max(120).describe('Name that others see.'),
    organization: z.string().trim().min(1).max(120).optional().describe('Name of your new organization.'),
    invitation: mailedSecret
      .optional()
      .describe('Secret from the invitation email. Required where registration needs an invitation.'),
    setup: z
      .string()
      .max(100)
      .optional()
      .describe(
        'Secret from the setup link. Required for the first account, unless it is created on the server itself.',
      ),
  }),
  output: z.union([SignedInResponse, EmailSent]),
  prepare: async ({ app, request }, input) => {
    requireOffered(app, 'password')
    const invited = input.invitation !== undefined
    await requireSetupLink(app, app.database, request, input.setup)
    await requireAdmission(app.config, app.database, { email: input.email, invited })
    if (invited) await requireInvitation(app.database, input, false)
    await requireGoodPassword(input.password, [input.email, input.name])
    return { login: await app.auth.register({ ...input, isEmailVerified: invited }) }
  },
}).run(async (ctx, input) => {
  const { email: address, name, organization, setup } = input
  const { passwordHash, identity } = ctx.login
  // Checks again under a lock, because the invitation may have been used or revoked since.
  const invitation = input.invitation === undefined ? null : await requireInvitation(ctx.db, input, true)
  const verified = invitation !== null || (identity?.emailVerified ?? false)
  const respondsByEmail = !verified && (await mustHideAccounts(ctx))
  if (respondsByEmail && (await findAccount(ctx.db, { email: address }))) {
    const link = appLink(ctx.app.config, '/sign-in')
    await notify(ctx, address, ({ instance, from }) => addressHasAccount({ instance, asked: from, link }))
    return { sent: true as const }
  }
  const account = await createAccount(ctx, {
    email: address,
    name,
    organization,
    setup,
    passwordHash,
    identity,
    verified,
    ...(invitation && { joinOrganization: (user) => acceptAs(ctx, user, invitation) }),
  })
  // An external backend sends its own verification email.
  if (!identity && !verified) await requestLink(ctx, address, 'verify_email')
  if (respondsByEmail) return { sent: true as const }
  return signInFully(ctx, account, { method: 'password' })
})

/**
 * Returns whether the response must hide that an address has an account, so that only its mailbox learns it. The first
 * account has nothing to hide. An external backend decides for itself.
 */
async function mustHideAccounts({ app, db }: Context): Promise<boolean> {
  const { config, auth } = app
  return config.SMTP_URL !== undefined && auth.external === null && !(await isUnclaimed(config, db))
}

/** Returns a valid invitation. The secret only proves the address that the invitation was sent to. */
async function requireInvitation(
  db: Queries,
  input: { email: string; invitation?: string | undefined; organization?: string | undefined },
  lock: boolean,
): Promise<SeenInvitation> {
  if (input.organization !== undefined)
    rejectField('organization', 'You join the organization that invited you. Leave this field out.')
  const invitation = (await findBySecret(db, input.invitation!, lock)) ?? reject('wrong_invitation')
  if (!isFor(invitation, input.email)) reject('invitation_for_another')
  requireAcceptable(invitation)
  return invitation
}
