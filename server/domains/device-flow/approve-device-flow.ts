import { z } from 'zod'
import { asPersonRecently } from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { userCode } from './claim-device-flow.ts'
import { computeUserCodeMac } from './user-code.ts'

export const approveDeviceFlow = operation({
  id: 'deviceFlow.approve',
  summary: 'Sign the device in that was looked at before, or deny it.',
  http: 'POST /api/auth/device/approve',
  access: asPersonRecently,
  input: z.object({
    userCode,
    approve: z.boolean().default(true).describe('Whether to sign it in; false denies it for good.'),
  }),
  output: z.object({ approved: z.boolean() }),
}).run(async (ctx, input) => {
  // Whoever has not looked at what asks has nothing to decide on, and is told no more than a stranger is.
  const answered = await ctx.db.run(
    `update device_requests set status = $3, second_factor_at = $4
      where user_code_mac = $1 and claimed_by = $2 and status = 'pending' and expires_at > now() returning 1`,
    [
      ...[computeUserCodeMac(ctx.app.secrets, input.userCode), ctx.user.id, input.approve ? 'approved' : 'denied'],
      ctx.caller.secondFactor ? ctx.caller.signedInAt : null,
    ],
  )
  if (answered.length === 0) reject('not_found', { kind: 'device code', ref: input.userCode })
  return { approved: input.approve }
})
