import { z } from 'zod'
import { databaseNow } from '../../database/clock.ts'
import { anyone } from '../../operations/access.ts'
import { scopes } from '../../operations/caller.ts'
import { reject } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { findAccount, signInFully } from '../accounts/account.ts'
import { SignedInResponse } from '../accounts/user.ts'
import { requireApproval, consumeApproved } from './device-request.ts'

const grantType = 'urn:ietf:params:oauth:grant-type:device_code'

export const pollDeviceFlow = operation({
  id: 'deviceFlow.poll',
  summary: 'Ask whether the person has approved: if so, the device is signed in (RFC 8628).',
  http: 'POST /api/auth/device/poll',
  access: anyone,
  form: true,
  input: z.object({
    device_code: z.string().max(200).describe('The secret that came with the code.'),
    grant_type: z.string().max(200).optional().describe(`If it is given: ${grantType}.`),
    client_id: z
      .string()
      .trim()
      .max(200)
      .optional()
      .describe('If both requests name it, it must be the same.'),
  }),
  // RFC 6749, 5.1, and what every other way to sign in answers. The token has the name that OAuth clients look for.
  output: z.object({
    access_token: z.string().describe('Send it as "Authorization: Bearer <token>".'),
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('Seconds that it works.'),
    scope: z.string().describe('What it may do.'),
    ...SignedInResponse.omit({ token: true }).shape,
  }),
  prepare: async ({ app }, input) => {
    if (input.grant_type !== undefined && input.grant_type !== grantType) reject('unsupported_grant_type')
    await requireApproval(app.database, input.device_code, input.client_id)
    return {}
  },
}).run(async (ctx, input) => {
  const { userId, secondFactorAt } = await consumeApproved(ctx.db, input.device_code)
  const account = await findAccount(ctx.db, { id: userId })
  // In the words that OAuth clients know: they would not understand "suspended".
  if (!account || account.suspended_at) reject('access_denied')
  // The user who approved it has proved the second factor: the login is as recent as theirs.
  const { token, ...answer } = await signInFully(ctx, account, { method: 'device', secondFactorAt })
  const seconds = Math.floor((Date.parse(answer.expiresAt) - databaseNow()) / 1000)
  return {
    ...{ access_token: token, token_type: 'Bearer' as const, expires_in: seconds, scope: scopes.join(' ') },
    ...answer,
  }
})
