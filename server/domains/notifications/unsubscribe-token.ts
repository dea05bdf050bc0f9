import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'
import { type Kind, kindNames } from './kinds.ts'

/*
 * An unsubscribe token names a user and kinds of email. It grants nothing else, needs no sign-in, and never expires,
 * because an email may be read late.
 */
export interface UnsubscribeToken {
  user: string
  kinds: Kind[]
}

export function unsubscribeToken(secrets: Secrets, { user, kinds }: UnsubscribeToken): string {
  const payload = Buffer.from([user, ...new Set(kinds)].join(' ')).toString('base64url')
  return `${payload}.${sign(secrets, payload).toString('base64url')}`
}

/** Returns the content of a token if its signature is valid. */
export function readUnsubscribeToken(secrets: Secrets, token: string): UnsubscribeToken | undefined {
  const [payload = '', signature = ''] = token.split('.')
  const [expected, given] = [sign(secrets, payload), Buffer.from(signature, 'base64url')]
  if (given.length !== expected.length || !timingSafeEqual(expected, given)) return undefined
  const [user, ...kinds] = Buffer.from(payload, 'base64url').toString().split(' ')
  return { user: user!, kinds: kindNames.filter((kind) => kinds.includes(kind)) }
}

function sign(secrets: Secrets, payload: string): Buffer {
  return createHmac('sha256', secrets.macKey('unsubscribe from mails')).update(payload).digest()
}
