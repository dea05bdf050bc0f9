import { z } from 'zod'

export const secondFactorMethods = ['totp', 'passkey', 'recovery_code'] as const
export type SecondFactorMethod = (typeof secondFactorMethods)[number]

export const SecondFactorNeeded = z.object({
  secondFactor: z
    .object({
      request: z.string().describe('Secret to send to POST /api/auth/second-factor with the second factor.'),
      methods: z.array(z.enum(secondFactorMethods)).describe('Second factors of the account.'),
      expiresAt: z.iso.datetime(),
    })
    .describe('Pending sign-in: the first factor was right, and the second one is still needed.'),
})
