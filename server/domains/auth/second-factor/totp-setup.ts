import { z } from 'zod'
import { instanceName } from '../../../email/wording.ts'
import { asPersonRecently } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { base32, newTotpSecret, totpUri, storeSetup, confirmSetup } from './totp.ts'
import { rejectField, reject } from '../../../errors/errors.ts'
import { addressOf } from '../accounts/user.ts'
import { lockSecondFactor, recoveryCodes, turnOn, recordChange } from './second-factor.ts'
import { sql } from '../../../database/sql.ts'
import { callingPerson } from '../../../operations/record-own.ts'
import { forgetDevices } from '../remembered-devices/remembered-device.ts'

export const beginTotp = operation({
  id: 'secondFactor.beginTotp',
  summary: 'Start setting up an authenticator app. Confirm it with a code within 30 minutes.',
  http: 'POST /api/settings/second-factor/totp/begin',
  access: asPersonRecently,
  withoutSecondFactor: true,
  input: z.object({}),
  output: z.object({
    secret: z.string().describe('Key for the authenticator app, in base 32.'),
    uri: z.string().describe('The key as an otpauth:// URI, for a QR code.'),
  }),
}).run(async ({ app, db, user }) => {
  const secret = newTotpSecret()
  await storeSetup(app, db, user.id, secret)
  const uri = totpUri(secret, { issuer: await instanceName(db), account: user.email })
  return { secret: base32(secret), uri }
})

export const confirmTotp = operation({
  id: 'secondFactor.confirmTotp',
  summary: 'Confirm an authenticator app with its first code. Signs out every other device.',
  http: 'POST /api/settings/second-factor/totp/confirm',
  access: asPersonRecently,
  withoutSecondFactor: true,
  limit: { account: (_input, caller) => addressOf(caller) },
  input: z.object({
    code: z
      .string()
      .regex(/^\d{6}$/, 'A code has six digits.')
      .describe('Six-digit code from the authenticator app.'),
  }),
  output: z.object({ enabled: z.literal(true), recoveryCodes }),
}).run(async (ctx, { code }) => {
  const before = await lockSecondFactor(ctx.db, ctx.user.id)
  if (!(await confirmSetup(ctx.app, ctx.db, ctx.user.id, code)))
    rejectField('code', "This isn't the current code. Check the clock of your device, or start again.")
  return { enabled: true as const, recoveryCodes: await turnOn(ctx, before, 'totp') }
})

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
