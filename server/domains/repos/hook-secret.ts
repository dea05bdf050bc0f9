import { createHmac, randomBytes, timingSafeEqual, type Hmac } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'

/** Events that change what Baton shows. GitHub, Gitea and Forgejo ignore names that they don't know. */
export const webhookEvents = [
  'push',
  'create',
  'delete',
  'pull_request',
  'pull_request_review',
  'check_run',
  'check_suite',
  'status',
  'repository',
] as const

export function newHookSecret(): string {
  return randomBytes(32).toString('hex')
}

export function sealHookSecret(secrets: Secrets, repoId: string, secret: string): Buffer {
  return secrets.encrypt(purposeOf(repoId), secret)
}

/** Starts the signature of a delivery. */
export function hookHmac(secrets: Secrets, repoId: string, sealed: Buffer): Hmac {
  return createHmac('sha256', secrets.decrypt(purposeOf(repoId), sealed))
}

/** Returns the signature bytes of `X-Hub-Signature-256`, or undefined if the header has another shape. */
export function signatureOf(header: unknown): Buffer | undefined {
  const [, hex] = (typeof header === 'string' && /^sha256=([0-9a-f]{64})$/i.exec(header)) || []
  return hex === undefined ? undefined : Buffer.from(hex, 'hex')
}

export function isSignedBy(hmac: Hmac, signature: Buffer): boolean {
  return timingSafeEqual(hmac.digest(), signature)
}

export function webhookUrl(appUrl: string, repoId: string): string {
  return `${appUrl.replace(/\/$/, '')}/api/repos/${repoId}/webhook`
}

function purposeOf(repoId: string): string {
  return `webhook of repository ${repoId}`
}
