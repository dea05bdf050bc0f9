import { z } from 'zod'

export const secondFactorMethods = ['totp', 'passkey', 'recovery_code'] as const
export type SecondFactorMethod = (typeof secondFactorMethods)[number]

export const SecondFactorNeeded = z.object({
  secondFactor: z
    .object({
      request: z.string().describe('Send it to POST /api/auth/second-factor with the second factor.'),
      methods: z.array(z.enum(secondFactorMethods)).describe('The second factors that the account has.'),
      expiresAt: z.iso.datetime(),
    })
    .describe('The first factor was right. Nobody is signed in until the second one is.'),
})
