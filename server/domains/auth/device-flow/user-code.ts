import { createHmac, randomInt } from 'node:crypto'
import type { Secrets } from '../../../platform/secrets.ts'

/**
 * The alphabet of RFC 8628, section 6.1. It has no vowels, to avoid words, and no letters that look like digits. Gives
 * 34.5 bits.
 */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

/** Creates a code that a user reads on one screen and types on another, such as `WDJB-MJHT`. */
export function createUserCode(): string {
  const code = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** Computes the MAC of a code in any spelling. A plain hash of so few letters could be reversed in seconds. */
export function computeUserCodeMac(secrets: Secrets, typed: string): Buffer {
  const code = typed.toUpperCase().replace(/[\s\p{Pd}]/gu, '')
  return createHmac('sha256', secrets.macKey('user codes')).update(code).digest()
}
