import { createHash, randomBytes, randomFillSync } from 'node:crypto'
import { crc32 } from 'node:zlib'

// Fetches random bytes for many ids in one call, because the call costs more than the bytes.
const pool = Buffer.alloc(8 * 256)
let used = pool.length

let clock = Date.now
let millisecond = 0
let counter = 0

/** Replaces the clock of new ids. Example data sets it back, because charts read the time of creation from ids. */
export function setIdClock(now: () => number): void {
  clock = now
  millisecond = 0
  counter = 0
}

/**
 * Returns a UUIDv7 (RFC 9562, with the counter of section 6.2), so that ids of one process sort in order of creation.
 * The database doesn't generate them, because PostgreSQL 15 has no such function.
 */
export function newId(): string {
  const now = clock()
  if (now > millisecond) {
    millisecond = now
    counter = 0
  } else if (++counter > 0xfff) {
    millisecond++
    counter = 0
  }
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  pool[used] = (pool[used]! & 0x3f) | 0x80
  const random = pool.toString('hex', used, used + 8)
  used += 8
  const time = millisecond.toString(16).padStart(12, '0')
  const sequence = counter.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-${random.slice(0, 4)}-${random.slice(4)}`
}

/** Returns the lower bound of all ids created at this time or later. Earlier ids are smaller. */
export function firstIdAt(milliseconds: number): string {
  const time = Math.max(0, Math.floor(milliseconds)).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** Returns the UUIDv8 of a text (RFC 9562, section 5.8). It is deterministic and never collides with `newId`. */
export function idFrom(text: string): string {
  const hash = createHash('sha256').update(text).digest()
  hash[6] = (hash[6]! & 0x0f) | 0x80
  hash[8] = (hash[8]! & 0x3f) | 0x80
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

export const anyUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns 32 random bytes in base 62, always 43 characters. */
export function randomSecret(): string {
  return base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)
}

/** Returns six characters that reveal a typing error or a random guess without a database query. */
export function checksum(text: string): string {
  return base62(BigInt(crc32(text)), 6)
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = alphabet[Number(rest % 62n)] + text
  return text
}
