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

/*
 * Schemas for the WebAuthn response of a browser, as written by `credential.toJSON()`. Unknown fields are ignored,
 * because browsers add new ones over time.
 */

export const CreatedCredential = credential(
  'Result of navigator.credentials.create(), as written by its toJSON().',
  z.object({
    clientDataJSON: bytes(4096).describe('Client data of the browser: challenge, origin, purpose.'),
    attestationObject: bytes(16_384).describe('Public key and attestation.'),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,32}$/))
      .max(10)
      .default([])
      .describe('Transports of the authenticator.'),
  }),
)

export const UsedCredential = credential(
  'Result of navigator.credentials.get(), as written by its toJSON().',
  z.object({
    clientDataJSON: bytes(4096).describe('Client data of the browser: challenge, origin, purpose.'),
    authenticatorData: bytes(4096).describe('Authenticator data of this use.'),
    signature: bytes(2048).describe('Signature over the authenticator data and the client data.'),
    userHandle: bytes(128).nullish().describe('User handle that the authenticator stored.'),
  }),
)

function credential<Response extends z.ZodObject>(description: string, response: Response) {
  return z
    .object({
      id: bytes(1400).describe('Credential id from the authenticator.'),
      rawId: bytes(1400).describe('Same value as `id`.'),
      type: z.literal('public-key').describe('Credential type.'),
      response: response.describe('Response of the authenticator.'),
      authenticatorAttachment: z
        .enum(['platform', 'cross-platform'])
        .nullish()
        .describe('Whether the authenticator is part of the device.'),
      clientExtensionResults: z.object({}).default({}).describe('Extension results. Ignored.'),
    })
    .describe(description)
}

function bytes(maxLength: number) {
  return z.base64url('Must be base64url.').min(1).max(maxLength)
}
