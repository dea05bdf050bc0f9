import { createHmac, randomInt } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'

/** RFC 8628, 6.1: no vowels, so that no code is a word, and nothing that is mistaken for a digit. 34.5 bits. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

/** What a person reads on one screen and types on another: `WDJB-MJHT`. */
export function createUserCode(): string {
  const code = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** Kept as a MAC: behind a plain hash, so few letters are found in a moment. However it is typed, it is the same code. */
export function computeUserCodeMac(secrets: Secrets, typed: string): Buffer {
  const code = typed.toUpperCase().replace(/[\s\p{Pd}]/gu, '')
  return createHmac('sha256', secrets.macKey('user codes')).update(code).digest()
}
