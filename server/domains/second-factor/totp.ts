import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/* Time-based one-time passwords: RFC 6238 with SHA-1, six digits and 30 seconds, as every authenticator app has them. */

const seconds = 30
const digits = 6
// RFC 6238, section 5.2: one step either way, for clocks that differ and people who type slowly.
const allowedDrift = 1

// RFC 4226, section 4, asks for at least 128 bits and recommends 160.
export function newTotpSecret(): Buffer {
  return randomBytes(20)
}

/** Returns the time step whose code this is, or undefined. Compares every step, whichever fits, in constant time. */
export function matchTotp(secret: Buffer, code: string, now: number): number | undefined {
  const given = Buffer.from(code)
  const current = stepAt(now)
  let matched: number | undefined
  for (let step = current - allowedDrift; step <= current + allowedDrift; step++) {
    const expected = Buffer.from(totpAt(secret, step))
    if (given.length === expected.length && timingSafeEqual(given, expected)) matched = step
  }
  return matched
}

export function stepAt(now: number): number {
  return Math.floor(now / 1000 / seconds)
}

/** Returns the code of a time step: RFC 4226, section 5.3. */
export function totpAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac[mac.length - 1]! & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The URI that authenticator apps read from a QR code. */
export function totpUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  // Some apps show the label as it is, so a space is "%20" and not "+".
  const named = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  // SHA-1, six digits and 30 seconds are what apps assume. Without them the QR code is smaller.
  return `otpauth://totp/${named}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, section 6, without padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[parseInt(five.padEnd(5, '0'), 2)]).join('')
}
