import type { Secrets } from '../../../platform/secrets.ts'

/* One-time codes, encrypted for administrators who help a user sign in. The check of a code uses its hash instead. */

const purpose = 'one-time codes'

export function sealCode(secrets: Secrets, code: string): Buffer {
  return secrets.encrypt(purpose, code)
}

export function openCode(secrets: Secrets, sealed: Buffer): string {
  return secrets.decrypt(purpose, sealed)
}
