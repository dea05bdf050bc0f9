import { sql } from '../../../database/sql.ts'
import { z } from 'zod'
import { asPersonRecently } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { callingPerson } from '../../../operations/record-own.ts'
import { forgetDevices } from '../remembered-devices/remembered-device.ts'
import { lockSecondFactor, recordChange } from './second-factor.ts'

export const removeTotp = operation({
  id: 'secondFactor.removeTotp',
  summary:
    'Remove the authenticator app. Your passkeys remain as the second factor, so you need at least one.',
  http: 'DELETE /api/settings/second-factor/totp',
  access: asPersonRecently,
  destructive: true,
  withoutSecondFactor: true,
  input: z.object({}),
  output: z.object({ removed: z.literal(true) }),
}).run(async (ctx) => {
  const before = await lockSecondFactor(ctx.db, ctx.user.id)
  if (!before.totp_added_at) reject('not_found', { kind: 'authenticator app', ref: ctx.user.email })
  if (before.passkeys === 0) reject('last_second_factor')
  await ctx.db.run(sql`delete from totp_secrets where user_id = ${ctx.user.id}`)
  await forgetDevices(ctx, callingPerson(ctx))
  await recordChange(ctx, callingPerson(ctx), ctx.user.email, 'updated', { removed: 'totp' })
  return { removed: true as const }
})
