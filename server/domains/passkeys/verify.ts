import type { z } from 'zod'
import type { Asking } from '../../operations/operation.ts'
import type { CreatedCredential, UsedCredential } from './answers.ts'
import type { PasskeyRow } from './passkey.ts'
import { algorithms, relyingParty, userHandle } from './relying-party.ts'

/* All that this server leaves to the WebAuthn library. Undefined means: not as it should be. */

export interface NewCredential {
  credentialId: string
  publicKey: Buffer
  counter: number
  synced: boolean
}

export async function verifyCreated(
  asking: Asking,
  response: z.output<typeof CreatedCredential>,
  challenge: string,
): Promise<NewCredential | undefined> {
  const party = relyingParty(asking.app)
  return withoutFault(asking, async () => {
    const { verifyRegistrationResponse } = await library()
    await requireNoAttestation(response.response.attestationObject)
    const { verified, registrationInfo: made } = await verifyRegistrationResponse({
      response: { ...response, authenticatorAttachment: undefined },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return undefined
    // What the authenticator signed is stored, and not what the browser says beside it.
    const { id: credentialId, publicKey, counter } = made.credential
    return { credentialId, publicKey: Buffer.from(publicKey), counter, synced: made.credentialBackedUp }
  })
}

export interface Use {
  counter: number
  synced: boolean
}

export async function verifyUsed(
  asking: Asking,
  response: z.output<typeof UsedCredential>,
  challenge: string,
  passkey: PasskeyRow,
): Promise<Use | undefined> {
  const party = relyingParty(asking.app)
  const { userHandle: handle, ...rest } = response.response
  if (handle !== userHandle(passkey.user_id)) return undefined
  return withoutFault(asking, async () => {
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

// It is large, and a start should not wait for it: it is loaded with the first passkey.
const library = () => import('@simplewebauthn/server')

/**
 * We ask nobody who made an authenticator. Statements about that are refused unread: to check one, the library would
 * fetch what its certificates point to. (A key may vouch for itself: some do so unasked.)
 */
async function requireNoAttestation(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const format = decoded.get('fmt')
  const byItself = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !byItself) throw new Error(`Unasked attestation "${format}"`)
}

/** The library throws for everything that is wrong. Why is for the operator to read, and not for whoever tries. */
async function withoutFault<Result>(
  { app, request }: Asking,
  verify: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  try {
    return await verify()
  } catch (error) {
    app.log.info({ requestId: request.id, reason: (error as Error).message }, 'a passkey was refused')
    return undefined
  }
}
