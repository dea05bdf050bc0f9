import { z } from 'zod'
import { asPersonRecently } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { lockSecondFactor, recoveryCodes, turnOn } from './second-factor.ts'

export const usePasskeys = operation({
  id: 'secondFactor.usePasskeys',
  summary: 'Turn on the second factor with your passkeys only. Signs out every other device.',
  http: 'POST /api/settings/second-factor/passkeys',
  access: asPersonRecently,
  withoutSecondFactor: true,
  input: z.object({}),
  output: z.object({ enabled: z.literal(true), recoveryCodes }),
}).run(async (ctx) => {
  const before = await lockSecondFactor(ctx.db, ctx.user.id)
  if (before.passkeys === 0) reject('no_passkey')
  // If the second factor is on, passkeys already count.
  const codes = before.since ? null : await turnOn(ctx, before, 'passkey')
  return { enabled: true as const, recoveryCodes: codes }
})
