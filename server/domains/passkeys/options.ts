import { z } from 'zod'

/* What is asked of a browser, in the JSON that WebAuthn defines for it. */

const publicKey = z.literal('public-key')
const required = z.literal('required')
const challenge = z.string().describe('Works for 5 minutes and one answer.')
const timeout = z.int().describe('In milliseconds.')

export const CreationOptions = z
  .object({
    challenge,
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.int() })),
    timeout,
    excludeCredentials: z.array(
      z.object({ type: publicKey, id: z.string(), transports: z.array(z.string()) }),
    ),
    authenticatorSelection: z.object({
      residentKey: required,
      requireResidentKey: z.literal(true),
      userVerification: required,
    }),
    attestation: z.literal('none'),
  })
  .describe('For PublicKeyCredential.parseCreationOptionsFromJSON, and then navigator.credentials.create.')

export const RequestOptions = z
  .object({ challenge, rpId: z.string(), timeout, userVerification: required })
  .describe('For PublicKeyCredential.parseRequestOptionsFromJSON, and then navigator.credentials.get.')
