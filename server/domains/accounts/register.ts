import { z } from 'zod'
import { anyone } from '../../operations/access.ts'
import { refuse } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { signIn } from './account.ts'
import { askForLink } from './ask-by-mail.ts'
import { createAccount, isRegistrationOpen } from './create-account.ts'
import { requireGoodPassword } from './password-rules.ts'
import { SignedInAnswer, email, newPassword } from './user.ts'

export const register = operation({
  id: 'accounts.register',
  summary: 'Create an account and an organization of its own, and sign in.',
  http: 'POST /api/auth/register',
  access: anyone,
  created: true,
  limit: { account: (input) => input.email },
  input: z.object({
    email,
    password: newPassword,
    name: z.string().trim().min(1).max(120).describe('How others see you.'),
    organization: z.string().trim().min(1).max(120).optional().describe('The name of your organization.'),
  }),
  output: SignedInAnswer,
  prepare: async ({ app }, input) => {
    if (!(await isRegistrationOpen(app.database))) refuse('registration_closed')
    await requireGoodPassword(input.password, [input.email, input.name])
    return { login: await app.auth.register(input) }
  },
}).run(async (ctx, input) => {
  const { email: address, name, organization } = input
  const { passwordHash, identity } = ctx.login
  const verified = identity?.emailVerified ?? false
  const account = await createAccount(ctx, {
    ...{ email: address, name, organization, passwordHash, identity, verified },
  })
  // An external backend has sent its own.
  if (!identity) await askForLink(ctx, address, 'verify_email')
  return signIn(ctx, account, 'password')
})
