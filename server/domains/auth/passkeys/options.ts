import { z } from 'zod'

/* Options for the browser, in the JSON format that WebAuthn defines. */

const publicKey = z.literal('public-key')
const required = z.literal('required')
const challenge = z.string().describe('Challenge, valid for 5 minutes and one response.')
const timeout = z.int().describe('Timeout in milliseconds.')

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
  .describe(
    'Input for PublicKeyCredential.parseCreationOptionsFromJSON() and navigator.credentials.create().',
  )

export const RequestOptions = z
  .object({ challenge, rpId: z.string(), timeout, userVerification: required })
  .describe('Input for PublicKeyCredential.parseRequestOptionsFromJSON() and navigator.credentials.get().')
