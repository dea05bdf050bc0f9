import { z } from 'zod'
import { databaseNow } from '../../../database/clock.ts'
import { anyone } from '../../../operations/access.ts'
import { scopes } from '../../../operations/caller.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { findAccount, signInFully } from '../accounts/account.ts'
import { SignedInResponse } from '../accounts/user.ts'
import { requireApproval, consumeApproved } from './device-request.ts'

const grantType = 'urn:ietf:params:oauth:grant-type:device_code'

export const pollDeviceFlow = operation({
  id: 'deviceFlow.poll',
  summary: 'Poll for approval of a device. Once the user approves it, returns a login (RFC 8628).',
  http: 'POST /api/auth/device/poll',
  access: anyone,
  form: true,
  input: z.object({
    device_code: z.string().max(200).describe('The device_code of the request.'),
    grant_type: z.string().max(200).optional().describe(`Optional. If set, must be ${grantType}.`),
    client_id: z
      .string()
      .trim()
      .max(200)
      .optional()
      .describe('Must match the client_id of the request, if both are set.'),
  }),
  // The response of RFC 6749, section 5.1, plus the fields of every other sign-in method.
  output: z.object({
    access_token: z.string().describe('Send it as "Authorization: Bearer <token>".'),
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('Lifetime in seconds.'),
    scope: z.string().describe('Granted scopes.'),
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
  // OAuth clients know this code, but not "suspended".
  if (!account || account.suspended_at) reject('access_denied')
  // The approving user has passed the second factor, so the login inherits that time.
  const { token, ...login } = await signInFully(ctx, account, { method: 'device', secondFactorAt })
  const seconds = Math.floor((Date.parse(login.expiresAt) - databaseNow()) / 1000)
  return {
    access_token: token,
    token_type: 'Bearer' as const,
    expires_in: seconds,
    scope: scopes.join(' '),
    ...login,
  }
})
