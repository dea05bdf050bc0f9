import { z } from 'zod'
import { asPersonRecently } from '../../../operations/access.ts'
import { rejectField } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { addressOf } from '../accounts/user.ts'
import { lockSecondFactor, recoveryCodes, turnOn } from './second-factor.ts'
import { confirmSetup } from './totp-secrets.ts'

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
