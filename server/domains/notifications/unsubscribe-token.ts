import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'
import { type Kind, kindNames } from './kinds.ts'

/*
 * What a mail holds to switch such mails off: whose, and of which kinds. It opens nothing else, works without a sign-in
 * and for good, as a mail may be read late.
 */
export interface Unsubscribing {
  user: string
  kinds: Kind[]
}

export function unsubscribeToken(secrets: Secrets, { user, kinds }: Unsubscribing): string {
  const said = Buffer.from([user, ...new Set(kinds)].join(' ')).toString('base64url')
  return `${said}.${seal(secrets, said).toString('base64url')}`
}

/** What a token says, if it is one of ours. */
export function readUnsubscribeToken(secrets: Secrets, token: string): Unsubscribing | undefined {
  const [said = '', sealed = ''] = token.split('.')
  const [right, given] = [seal(secrets, said), Buffer.from(sealed, 'base64url')]
  if (given.length !== right.length || !timingSafeEqual(right, given)) return undefined
  const [user, ...kinds] = Buffer.from(said, 'base64url').toString().split(' ')
  return { user: user!, kinds: kindNames.filter((kind) => kinds.includes(kind)) }
}

function seal(secrets: Secrets, said: string): Buffer {
  return createHmac('sha256', secrets.macKey('unsubscribe from mails')).update(said).digest()
}
