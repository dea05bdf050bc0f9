import type { z } from 'zod'
import type { Asking } from '../../../operations/operation.ts'
import type { CreatedCredential, UsedCredential } from './webauthn-responses.ts'
import type { PasskeyRow } from './passkey.ts'
import { algorithms, relyingParty, userHandle } from './relying-party.ts'

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
