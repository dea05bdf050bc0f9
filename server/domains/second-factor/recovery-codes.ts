import { createHmac, randomInt } from 'node:crypto'
import type { Queries } from '../../database/connect.ts'
import type { App } from '../../operations/context.ts'
import type { Secrets } from '../../platform/secrets.ts'

const count = 10
const characters = 12
// Without i, l, o and u, so that nobody misreads one: Crockford's base 32.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Replaces all recovery codes of an account. The codes are returned for the only time. */
export async function replaceCodes({ secrets }: App, db: Queries, userId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, newCode)
  await db.run('delete from recovery_codes where user_id = $1', [userId])
  await db.run('insert into recovery_codes (user_id, mac) select $1, unnest($2::bytea[])', [
    userId,
    codes.map((code) => macOf(secrets, userId, code)),
  ])
  return codes
}

/** Uses a recovery code up. Returns how many are left, or undefined if it isn't one or was used. */
export async function redeemCode({ secrets, database }: App, userId: string, code: string) {
  const used = await database.run(
    'update recovery_codes set used_at = now() where user_id = $1 and mac = $2 and used_at is null returning 1',
    [userId, macOf(secrets, userId, code)],
  )
  return used.length === 1 ? codesLeft(database, userId) : undefined
}

export async function codesLeft(db: Queries, userId: string): Promise<number> {
  const [counted] = await db.run<{ left: number }>(
    'select count(*)::int as left from recovery_codes where user_id = $1 and used_at is null',
    [userId],
  )
  return counted!.left
}

/** 60 random bits, in three groups: "4k7e-9mzq-0c2v". */
function newCode(): string {
  const drawn = Array.from({ length: characters }, () => alphabet[randomInt(alphabet.length)]!)
  return drawn.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/** A code counts however it is typed: in capitals, with spaces, with "o" for a zero. */
function macOf(secrets: Secrets, userId: string, code: string): Buffer {
  const typed = code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1')
  return createHmac('sha256', secrets.macKey('recovery code')).update(`${userId} ${typed}`).digest()
}
