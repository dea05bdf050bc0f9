import type { Queries } from '../../../database/connect.ts'

/** Deletes expired tokens, challenges and tickets. Keeps codes for one hour, because the rate limit counts them. */
export async function purgeQuestions(db: Queries): Promise<void> {
  for (const table of [
    'mail_tokens',
    'passkey_challenges',
    'sign_in_tickets',
    'live_tickets',
    ...otherTables,
  ])
    await db.run(`delete from ${table} where expires_at < now()`)
  for (const table of ['email_codes', 'second_factor_requests'])
    await db.run(`delete from ${table} where created_at < now() - interval '1 hour' and expires_at < now()`)
}

const otherTables = ['totp_setups', 'remembered_devices']
