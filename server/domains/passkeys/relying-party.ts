import type { App } from '../../operations/context.ts'

/** This instance as authenticators know it: a passkey belongs to its host name, and only its own pages may ask for one. */
export function relyingParty({ config }: App): { id: string; origin: string } {
  const { hostname, origin } = new URL(config.APP_URL)
  return { id: hostname, origin }
}

/** By their COSE numbers: EdDSA, ES256, RS256. */
export const algorithms = [-8, -7, -257]

/** What an authenticator calls an account: the bytes of its id, which tell nothing about the person. */
export function userHandle(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
}
