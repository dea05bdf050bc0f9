import { createHash } from 'node:crypto'
import { checksum, randomSecret } from '../../../platform/ids.ts'

export const modes = ['live', 'test'] as const
export type Mode = (typeof modes)[number]

/** Returns a new value and the prefix of it that can be shown later. */
export function newValue(mode: Mode): { value: string; hint: string } {
  const prefix = `svc_${mode}_`
  const body = prefix + randomSecret()
  const value = body + checksum(body)
  return { value, hint: value.slice(0, prefix.length + 4) }
}

/** Hashes a value with plain SHA-256: 256 random bits can't be guessed and need no slow hash. */
export function hashCredential(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

/** Returns whether a value has the right format and checksum. Rejects most invalid values without a database query. */
export function looksLikeCredential(value: string): boolean {
  return /^svc_(live|test)_[0-9A-Za-z]{49}$/.test(value) && checksum(value.slice(0, -6)) === value.slice(-6)
}
