import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'

/** Deletes expired tokens, challenges and tickets. Keeps codes for one hour, because the rate limit counts them. */
export async function purgeQuestions(db: Queries): Promise<void> {
  for (const table of withoutRateLimit)
    await db.run(sql`delete from ${sql.raw(table)} where expires_at < now()`)
  await db.run(
    sql`update email_codes set code_sealed = null where code_sealed is not null and expires_at < now()`,
  )
  for (const table of ['email_codes', 'second_factor_requests'])
    await db.run(
      sql`delete from ${sql.raw(table)} where created_at < now() - interval '1 hour' and expires_at < now()`,
    )
}

const withoutRateLimit = [
  'mail_tokens',
  'passkey_challenges',
  'sign_in_tickets',
  'live_tickets',
  'totp_setups',
  'remembered_devices',
]
