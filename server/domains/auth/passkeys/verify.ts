import type { App } from '../../../operations/context.ts'
import type { z } from 'zod'
import type { Asking } from '../../../operations/operation.ts'
import type { CreatedCredential, UsedCredential } from './webauthn-schemas.ts'
import type { PasskeyRow } from './passkey.ts'

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

/* Wrappers around the WebAuthn library. They return undefined for an invalid response. */

export interface NewCredential {
  credentialId: string
  publicKey: Buffer
  counter: number
  synced: boolean
}

export async function verifyCreated(
  context: Asking,
  response: z.output<typeof CreatedCredential>,
  challenge: string,
): Promise<NewCredential | undefined> {
  const party = relyingParty(context.app)
  return logFailure(context, async () => {
    const { verifyRegistrationResponse } = await library()
    await requireNoAttestation(response.response.attestationObject)
    const { verified, registrationInfo: created } = await verifyRegistrationResponse({
      response: { ...response, authenticatorAttachment: undefined },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return undefined
    // Stores the values that the authenticator signed, not the unsigned copies from the browser.
    const { id: credentialId, publicKey, counter } = created.credential
    return { credentialId, publicKey: Buffer.from(publicKey), counter, synced: created.credentialBackedUp }
  })
}

export interface Use {
  counter: number
  synced: boolean
}

export async function verifyUsed(
  context: Asking,
  response: z.output<typeof UsedCredential>,
  challenge: string,
  passkey: PasskeyRow,
): Promise<Use | undefined> {
  const party = relyingParty(context.app)
  const { userHandle: handle, ...rest } = response.response
  if (handle !== userHandle(passkey.user_id)) return undefined
  return logFailure(context, async () => {
    const { verifyAuthenticationResponse } = await library()
    const { verified, authenticationInfo: use } = await verifyAuthenticationResponse({
      response: { ...response, response: rest, authenticatorAttachment: undefined },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
      },
    })
    return verified ? { counter: use.newCounter, synced: use.credentialBackedUp } : undefined
  })
}

// The library is large, so it is loaded with the first passkey and does not delay the start.
const library = () => import('@simplewebauthn/server')

/**
 * Rejects attestation statements, which we do not request. To verify one, the library would fetch URLs from its
 * certificates. Self attestation is allowed, because some authenticators send it unrequested.
 */
async function requireNoAttestation(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const format = decoded.get('fmt')
  const isSelfAttestation = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !isSelfAttestation) throw new Error(`Unrequested attestation "${format}"`)
}

/** Runs a verification and logs why it failed. The library throws on invalid input, and the caller must not see why. */
async function logFailure<Result>(
  { app, request }: Asking,
  verify: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  try {
    return await verify()
  } catch (error) {
    app.log.info({ requestId: request.id, reason: (error as Error).message }, 'passkey rejected')
    return undefined
  }
}
