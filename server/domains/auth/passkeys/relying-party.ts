import type { App } from '../../../operations/context.ts'

/** Returns the WebAuthn relying party. Passkeys are bound to its host name and work only on pages of its origin. */
export function relyingParty({ config }: App): { id: string; origin: string } {
  const { hostname, origin } = new URL(config.APP_URL)
  return { id: hostname, origin }
}

/** COSE identifiers of EdDSA, ES256 and RS256. */
export const algorithms = [-8, -7, -257]

/** Returns the WebAuthn user handle: the bytes of the user id, because it must not contain personal data. */
export function userHandle(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
}
