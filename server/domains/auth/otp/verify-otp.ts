import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { anyone } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { signIn } from '../accounts/account.ts'
import { accountByAddress } from '../accounts/account-of.ts'
import { hashSecret } from '../accounts/email-tokens.ts'
import { SignInResponse } from '../accounts/user.ts'

const maxTries = 5

export const verifyOtp = operation({
  id: 'otp.verify',
  summary: 'Sign in with the one-time code from the email. The code is void after 5 wrong attempts.',
  http: 'POST /api/auth/otp/verify',
  access: anyone,
  limit: 'network',
  input: z.object({
    request: z.string().min(1).max(200).describe('The `request` value that sending the code returned.'),
    code: z
      .string()
      .regex(/^\d{6}$/, 'A code has six digits.')
      .describe('Six-digit code from the email.'),
  }),
  output: SignInResponse,
  prepare: async ({ app }, input) => {
    const sent = await countTry(app.database, input.request)
    const login = sent && (await app.auth.checkCode(sent, input.code))
    if (!login || !(await redeemCode(app.database, sent.id))) reject('wrong_code')
    return { login }
  },
}).run(async (ctx) => signIn(ctx, await accountByAddress(ctx, ctx.login), { method: 'code' }))

/** Counts an attempt before the check and outside its transaction, so that parallel guesses cannot exceed the limit. */
async function countTry(db: Queries, request: string) {
  const [sent] = await db.run<{ id: string; email: string }>(
    sql`update email_codes set tries = tries + 1
      where request_hash = ${hashSecret(request)} and tries < ${maxTries} and used_at is null and expires_at > now() returning id, email`,
  )
  return sent
}

async function redeemCode(db: Queries, id: string): Promise<boolean> {
  const redeemed = await db.run(
    sql`update email_codes set used_at = now() where id = ${id} and used_at is null returning 1`,
  )
  return redeemed.length === 1
}
