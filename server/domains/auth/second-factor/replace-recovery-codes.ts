import { z } from 'zod'
import { appLink } from '../../../email/app-link.ts'
import { notify } from '../../../email/notify.ts'
import { recoveryCodesReplaced } from '../../../email/second-factor-notices.ts'
import { asPersonRecently } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { callingPerson, recordOwn } from '../../../operations/record-own.ts'
import { replaceCodes } from './recovery-codes.ts'
import { lockSecondFactor } from './second-factor.ts'

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
