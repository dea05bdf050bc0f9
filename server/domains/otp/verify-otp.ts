import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { anyone } from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { signIn } from '../accounts/account.ts'
import { accountByAddress } from '../accounts/account-of.ts'
import { hashSecret } from '../accounts/email-tokens.ts'
import { SignInResponse } from '../accounts/user.ts'

const tries = 5

export const verifyOtp = operation({
  id: 'otp.verify',
  summary: 'Sign in with the one-time code from the mail. After 5 wrong tries it is void.',
  http: 'POST /api/auth/otp/verify',
  access: anyone,
  limit: 'network',
  input: z.object({
    request: z.string().min(1).max(200).describe('What the sending answered.'),
    code: z
      .string()
      .regex(/^\d{6}$/, 'A code has six digits.')
      .describe('The six digits from the mail.'),
  }),
  output: SignInResponse,
  prepare: async ({ app }, input) => {
    const asked = await takeTry(app.database, input.request)
    const login = asked && (await app.auth.checkCode(asked, input.code))
    if (!login || !(await useUp(app.database, asked.id))) reject('wrong_code')
    return { login }
  },
}).run(async (ctx) => signIn(ctx, await accountByAddress(ctx, ctx.login), { method: 'code' }))

/** Counted before the look, and kept whatever becomes of the request: of many guesses at once, five are looked at. */
async function takeTry(db: Queries, request: string) {
  const [asked] = await db.run<{ id: string; email: string }>(
    `update email_codes set tries = tries + 1
      where request_hash = $1 and tries < $2 and used_at is null and expires_at > now() returning id, email`,
    [hashSecret(request), tries],
  )
  return asked
}

async function useUp(db: Queries, id: string): Promise<boolean> {
  const used = await db.run(
    'update email_codes set used_at = now() where id = $1 and used_at is null returning 1',
    [id],
  )
  return used.length === 1
}
