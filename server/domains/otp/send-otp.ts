import { z } from 'zod'
import { lifetimes } from '../../email/lifetimes.ts'
import type { Context } from '../../operations/context.ts'
import { anyone } from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { newId, randomSecret } from '../../platform/ids.ts'
import { requestCode } from '../accounts/email-requests.ts'
import { hashSecret } from '../accounts/email-tokens.ts'
import { email } from '../accounts/user.ts'

// Five codes an hour with five tries each: a day of guessing at one address succeeds once in 1,600 days.
const codesAnHour = 5

export const sendOtp = operation({
  id: 'otp.send',
  summary: 'Send a one-time code of six digits, if there is an account with this address.',
  http: 'POST /api/auth/otp/send',
  access: anyone,
  limit: { account: (input) => input.email },
  input: z.object({ email }),
  output: z.object({
    sent: z.literal(true),
    request: z.string().describe('Send it back with the code: a code works only for whoever asked for it.'),
    expiresIn: z.int().describe('Seconds for which the code works.'),
  }),
}).run(async (ctx, input) => {
  await limitCodes(ctx, input.email)
  // A new code ends the one before.
  await ctx.db.run(
    `update email_codes set used_at = now() where lower(email) = lower($1) and used_at is null`,
    [input.email],
  )
  const id = newId()
  const request = randomSecret()
  await ctx.db.run(
    `insert into email_codes (id, request_hash, email, expires_at)
     values ($1, $2, $3, now() + $4 * interval '1 minute')`,
    [id, hashSecret(request), input.email, lifetimes.code],
  )
  await requestCode(ctx, input.email, id)
  return { sent: true as const, request, expiresIn: lifetimes.code * 60 }
})

/** Counted for every address, known or not. Those who ask at the same time wait for each other. */
async function limitCodes(ctx: Context, address: string): Promise<void> {
  await ctx.db.run(`select pg_advisory_xact_lock(hashtextextended('otp ' || lower($1), 0))`, [address])
  const [asked] = await ctx.db.run<{ count: number; seconds: number }>(
    `select count(*)::int as count, ceil(extract(epoch from min(created_at) + interval '1 hour' - now()))::int as seconds
       from email_codes where lower(email) = lower($1) and created_at > now() - interval '1 hour'`,
    [address],
  )
  if (asked!.count >= codesAnHour) reject('rate_limited', { seconds: asked!.seconds })
}
