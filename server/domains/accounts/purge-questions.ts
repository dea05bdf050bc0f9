import type { Queries } from '../../database/connect.ts'

/** Questions that nobody answered in time are of no use. Codes are kept for the hour for which they are counted. */
export async function purgeQuestions(db: Queries): Promise<void> {
  for (const table of ['mail_tokens', 'passkey_challenges', 'sign_in_tickets', 'live_tickets', ...others])
    await db.run(`delete from ${table} where expires_at < now()`)
  for (const table of ['email_codes', 'second_factor_requests'])
    await db.run(`delete from ${table} where created_at < now() - interval '1 hour' and expires_at < now()`)
}

const others = ['totp_setups', 'remembered_devices']
