import { createHmac, randomInt } from 'node:crypto'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { App } from '../../../operations/context.ts'
import type { Secrets } from '../../../platform/secrets.ts'

const count = 10
const characters = 12
// Crockford's base 32 omits i, l, o and u, which are easy to misread.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Replaces all recovery codes of an account. Only their MACs are stored, so the codes cannot be shown again. */
export async function replaceCodes({ secrets }: App, db: Queries, userId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, newCode)
  await db.run(sql`delete from recovery_codes where user_id = ${userId}`)
  await db.run(
    sql`insert into recovery_codes (user_id, mac) select ${userId}, unnest(${codes.map((code) => macOf(secrets, userId, code))}::bytea[])`,
  )
  return codes
}

/** Redeems a recovery code. Returns the number of unused codes, or undefined if the code is unknown or used. */
export async function redeemCode({ secrets, database }: App, userId: string, code: string) {
  const used = await database.run(
    sql`update recovery_codes set used_at = now() where user_id = ${userId} and mac = ${macOf(secrets, userId, code)} and used_at is null returning 1`,
  )
  return used.length === 1 ? codesLeft(database, userId) : undefined
}

export async function codesLeft(db: Queries, userId: string): Promise<number> {
  const [counted] = await db.run<{ left: number }>(
    sql`select count(*)::int as left from recovery_codes where user_id = ${userId} and used_at is null`,
  )
  return counted!.left
}

/** Returns 60 random bits in three groups: "4k7e-9mzq-0c2v". */
function newCode(): string {
  const random = Array.from({ length: characters }, () => alphabet[randomInt(alphabet.length)]!)
  return random.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/** Returns the MAC of a code, normalized to accept capitals, spaces and look-alike letters such as "o" for zero. */
function macOf(secrets: Secrets, userId: string, code: string): Buffer {
  const normalized = code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1')
  return createHmac('sha256', secrets.macKey('recovery code')).update(`${userId} ${normalized}`).digest()
}
