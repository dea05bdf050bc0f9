import { z } from 'zod'
import { asPerson, asPersonRecently } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { requirerOf } from './policy.ts'
import {
  SecondFactor,
  showSecondFactor,
  lockSecondFactor,
  recoveryCodes,
  turnOn,
  turnOff,
} from './second-factor.ts'
import { reject } from '../../../errors/errors.ts'
import { appLink } from '../../../email/app-link.ts'
import { notify } from '../../../email/queue-email.ts'
import { recoveryCodesReplaced } from '../../../email/second-factor-notices.ts'
import { callingPerson, recordOwn } from '../../../operations/record-own.ts'
import { replaceCodes } from './recovery-codes.ts'

export const getSecondFactor = operation({
  id: 'secondFactor.get',
  summary: 'Show the second factor of your account.',
  http: 'GET /api/settings/second-factor',
  shows: ['second_factor', 'recovery_codes', 'passkey'],
  access: asPerson,
  withoutSecondFactor: true,
  input: z.object({}),
  output: SecondFactor,
}).run(async ({ app, db, user }) => showSecondFactor(db, user.id, await requirerOf(app, db, user.id)))

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

export const replaceRecoveryCodes = operation({
  id: 'secondFactor.replaceRecoveryCodes',
  summary: 'Create ten new recovery codes. The old ones stop working.',
  http: 'POST /api/settings/second-factor/recovery-codes',
  access: asPersonRecently,
  withoutSecondFactor: true,
  input: z.object({}),
  output: z.object({
    recoveryCodes: z.array(z.string()).describe('New codes. Each works once. They are shown only now.'),
  }),
}).run(async (ctx) => {
  const { app, db, user } = ctx
  const { since } = await lockSecondFactor(db, user.id)
  if (!since) reject('second_factor_off')
  const codes = await replaceCodes(app, db, user.id)
  recordOwn(ctx, callingPerson(ctx), 'recovery_codes.replaced', { kind: 'second_factor', id: user.id })
  const settings = appLink(app.config, '/settings/sign-in')
  await notify(ctx, user.email, (notice) => recoveryCodesReplaced({ ...notice, settings }))
  return { recoveryCodes: codes }
})

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
