import { createHmac, randomBytes } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'
import type { WebhookRow } from './webhook.ts'

/*
 * Standard Webhooks (https://www.standardwebhooks.com): the secret is `whsec_` followed by the key in base64. The
 * signed content is `<id>.<timestamp>.<body>`. A receiver accepts any of the listed signatures.
 */
const prefix = 'whsec_'

export function newSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

export function sealSecret(secrets: Secrets, webhookId: string, secret: string): Buffer {
  return secrets.encrypt(purposeOf(webhookId), secret)
}

type SigningRow = Pick<WebhookRow, 'id' | 'secret' | 'old_secret'> & { old_secret_signs: boolean }

/** Returns the secrets that currently sign, newest first. */
export function secretsOf(secrets: Secrets, row: SigningRow): string[] {
  const encrypted = [row.secret, ...(row.old_secret && row.old_secret_signs ? [row.old_secret] : [])]
  return encrypted.map((each) => secrets.decrypt(purposeOf(row.id), each))
}

/** Returns all request headers, including the signatures. */
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
