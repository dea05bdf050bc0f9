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
import { email } from '../accounts/user.ts'

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
  await limitCodes(ctx, input.email)
  // A new code invalidates earlier ones.
  await ctx.db.run(
    sql`update email_codes set used_at = now() where lower(email) = lower(${input.email}) and used_at is null`,
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
