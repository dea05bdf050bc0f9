import { z } from 'zod'
import { anyone } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { signIn } from './account.ts'
import { accountByPassword } from './account-of.ts'
import { SignInResponse, email, password } from './user.ts'

export const logIn = operation({
  id: 'accounts.logIn',
  summary: 'Sign in with an email address and password.',
  http: 'POST /api/auth/login',
  access: anyone,
  limit: { account: (input) => input.email },
  input: z.object({ email, password }),
  output: SignInResponse,
  prepare: async ({ app }, input) => ({
    login: (await app.auth.checkPassword(input.email, input.password)) ?? reject('wrong_login'),
  }),
}).run(async (ctx) => signIn(ctx, await accountByPassword(ctx, ctx.login), { method: 'password' }))
