import { z } from 'zod'
import { asPersonRecently } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { callingPerson } from '../../../operations/record-own.ts'
import { requirerOf } from './policy.ts'
import { lockSecondFactor, turnOff } from './second-factor.ts'

export const disableSecondFactor = operation({
  id: 'secondFactor.disable',
  summary:
    'Turn off your second factor. Removes the authenticator app, recovery codes and remembered devices.',
  http: 'DELETE /api/settings/second-factor',
  access: asPersonRecently,
  destructive: true,
  withoutSecondFactor: true,
  input: z.object({}),
  output: z.object({ enabled: z.literal(false) }),
}).run(async (ctx) => {
  const { app, db, user } = ctx
  const { since } = await lockSecondFactor(db, user.id)
  if (!since) reject('second_factor_off')
  const by = await requirerOf(app, db, user.id)
  if (by) reject('second_factor_kept', { by })
  await turnOff(ctx, { ...callingPerson(ctx), email: user.email }, 'disabled')
  return { enabled: false as const }
})
