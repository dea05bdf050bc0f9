import { createHmac, randomBytes } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'
import type { WebhookRow } from './tables.ts'

/*
 * Standard Webhooks (https://www.standardwebhooks.com): the secret is `whsec_` and the key in base64; what is signed is
 * `<id>.<timestamp>.<body>`, and a receiver takes any of the signatures that are listed.
 */
const prefix = 'whsec_'

export function newSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

export function sealSecret(secrets: Secrets, webhookId: string, secret: string): Buffer {
  return secrets.encrypt(purposeOf(webhookId), secret)
}

type Signing = Pick<WebhookRow, 'id' | 'secret' | 'old_secret'> & { old_secret_signs: boolean }

/** Those that sign at the moment, the newest first. */
export function secretsOf(secrets: Secrets, row: Signing): string[] {
  const sealed = [row.secret, ...(row.old_secret && row.old_secret_signs ? [row.old_secret] : [])]
  return sealed.map((each) => secrets.decrypt(purposeOf(row.id), each))
}

/** All that is sent along with the body. */
export function signedHeaders(
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
  secrets: string[],
): Record<string, string> {
  const sign = (secret: string) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  }
  return {
    'content-type': 'application/json',
    'user-agent': 'Baton (webhook)',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map(sign).join(' '),
  }
}

function purposeOf(webhookId: string): string {
  return `webhook ${webhookId}`
}
