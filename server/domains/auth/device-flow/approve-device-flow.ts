import { z } from 'zod'
import { sql } from '../../../database/sql.ts'
import { asPersonRecently } from '../../../operations/access.ts'
import { reject } from '../../../operations/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { userCode } from './claim-device-flow.ts'
import { computeUserCodeMac } from './user-code.ts'

export const approveDeviceFlow = operation({
  id: 'deviceFlow.approve',
  summary: 'Approve or deny the sign-in of a device that you claimed with its code.',
  http: 'POST /api/auth/device/approve',
  access: asPersonRecently,
  input: z.object({
    userCode,
    approve: z
      .boolean()
      .default(true)
      .describe('Whether to sign it in. Default true; false denies it permanently.'),
  }),
  output: z.object({ approved: z.boolean() }),
}).run(async (ctx, input) => {
  // Only the user who claimed the code can decide. Other users get the same response as for an unknown code.
  const decided = await ctx.db.run(
    sql`update device_requests set status = ${input.approve ? 'approved' : 'denied'},
      second_factor_at = ${ctx.caller.secondFactor ? ctx.caller.signedInAt : null}
      where user_code_mac = ${computeUserCodeMac(ctx.app.secrets, input.userCode)} and claimed_by = ${ctx.user.id}
        and status = 'pending' and expires_at > now() returning 1`,
  )
  if (decided.length === 0) reject('not_found', { kind: 'device code', ref: input.userCode })
  return { approved: input.approve }
})
