import { sql } from '../../../database/sql.ts'
import { z } from 'zod'
import { lifetimes } from '../../../email/lifetimes.ts'
import type { Context } from '../../../operations/context.ts'
import { anyone } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { newId, randomSecret } from '../../../platform/ids.ts'
import { requestCode } from '../accounts/email-requests.ts'
import { hashSecret } from '../accounts/email-tokens.ts'
import { email, SignInResponse } from '../accounts/user.ts'
import type { Queries } from '../../../database/connect.ts'
import { requireOffered } from '../accounts/offered-methods.ts'
import { signIn } from '../accounts/account.ts'
import { accountByAddress } from '../accounts/account-of.ts'

// Five codes an hour with five attempts each allow 600 guesses a day: one success in about 1,600 days.
const maxCodesPerHour = 5

export const sendOtp = operation({
  id: 'otp.send',
  summary: 'Send a six-digit one-time code, if an account with this email address exists.',
  http: 'POST /api/auth/otp/send',
  access: anyone,
  limit: { account: (input) => input.email },
  input: z.object({ email }),
  output: z.object({
    sent: z.literal(true),
    request: z.string().describe('Secret of this request. The code only works together with it.'),
    expiresIn: z.int().describe('Validity of the code in seconds.'),
  }),
}).run(async (ctx, input) => {
  requireOffered(ctx.app, 'code')
  await limitCodes(ctx, input.email)
  // A new code invalidates earlier ones.
  await ctx.db.run(
    sql`update email_codes set used_at = now(), code_sealed = null where lower(email) = lower(${input.email}) and used_at is null`,
  )
  const id = newId()
  const request = randomSecret()
  await ctx.db.run(
    sql`insert into email_codes (id, request_hash, email, expires_at)
     values (${id}, ${hashSecret(request)}, ${input.email}, now() + ${lifetimes.code} * interval '1 minute')`,
  )
  await requestCode(ctx, input.email, id)
  return { sent: true as const, request, expiresIn: lifetimes.code * 60 }
})

/** Limits codes per address, whether it has an account or not. The lock serializes concurrent requests. */
async function limitCodes(ctx: Context, address: string): Promise<void> {
  await ctx.db.run(sql`select pg_advisory_xact_lock(hashtextextended('otp ' || lower(${address}), 0))`)
  const [recent] = await ctx.db.run<{ count: number; seconds: number }>(
    sql`select count(*)::int as count, ceil(extract(epoch from min(created_at) + interval '1 hour' - now()))::int as seconds
       from email_codes where lower(email) = lower(${address}) and created_at > now() - interval '1 hour'`,
  )
  if (recent!.count >= maxCodesPerHour) reject('rate_limited', { seconds: recent!.seconds })
}

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
    requireOffered(app, 'code')
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
    sql`update email_codes set used_at = now(), code_sealed = null where id = ${id} and used_at is null returning 1`,
  )
  return redeemed.length === 1
}
