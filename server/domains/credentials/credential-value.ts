import { createHash } from 'node:crypto'
import { checksum, randomSecret } from '../../platform/ids.ts'

export const modes = ['live', 'test'] as const
export type Mode = (typeof modes)[number]

/** A new value, and as much of it as may be shown later. */
export function newValue(mode: Mode): { value: string; hint: string } {
  const prefix = `svc_${mode}_`
  const body = prefix + randomSecret()
  const value = body + checksum(body)
  return { value, hint: value.slice(0, prefix.length + 4) }
}

/** 256 random bits need no slow hash: there is nothing to guess. */
export function hashCredential(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

/** Whether a value can be one of ours at all; refuses most nonsense without asking the database. */
export function looksLikeCredential(value: string): boolean {
  return /^svc_(live|test)_[0-9A-Za-z]{49}$/.test(value) && checksum(value.slice(0, -6)) === value.slice(-6)
}
