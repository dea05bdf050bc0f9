import { z } from 'zod'

/*
 * What a browser answers: `credential.toJSON()`, as WebAuthn defines it. Browsers add fields as WebAuthn grows, so what
 * is not named here is ignored and not refused.
 */

export const CreatedCredential = answer(
  'What navigator.credentials.create gave, as its toJSON() writes it.',
  z.object({
    clientDataJSON: bytes(4096).describe(
      'What the browser told the authenticator: challenge, origin, purpose.',
    ),
    attestationObject: bytes(16_384).describe('The new public key, and how it was made.'),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,32}$/))
      .max(10)
      .default([])
      .describe('How the authenticator can be reached.'),
  }),
)

export const UsedCredential = answer(
  'What navigator.credentials.get gave, as its toJSON() writes it.',
  z.object({
    clientDataJSON: bytes(4096).describe(
      'What the browser told the authenticator: challenge, origin, purpose.',
    ),
    authenticatorData: bytes(4096).describe('What the authenticator says about this use.'),
    signature: bytes(2048).describe('Made with the private key over the two above.'),
    userHandle: bytes(128).nullish().describe('Whose passkey it is, as the authenticator remembers it.'),
  }),
)

function answer<Response extends z.ZodObject>(description: string, response: Response) {
  return z
    .object({
      id: bytes(1400).describe('The id that the authenticator gave the passkey.'),
      rawId: bytes(1400).describe('The same once more.'),
      type: z.literal('public-key').describe('The only type that there is.'),
      response: response.describe('What the authenticator said.'),
      authenticatorAttachment: z
        .enum(['platform', 'cross-platform'])
        .nullish()
        .describe('Whether the authenticator is part of the device.'),
      clientExtensionResults: z.object({}).default({}).describe('No extensions are asked for.'),
    })
    .describe(description)
}

function bytes(mostCharacters: number) {
  return z.base64url('Must be base64url.').min(1).max(mostCharacters)
}
