import { z } from 'zod'
import { signedIn } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { forgetThisDevice } from '../remembered-devices/remembered-device.ts'
import { endSession } from './login-session.ts'
import { callingPerson } from '../../../operations/record-own.ts'

export const logOut = operation({
  id: 'accounts.logOut',
  summary: 'Sign out. The token stops working everywhere immediately.',
  http: 'POST /api/auth/logout',
  access: signedIn,
  withoutSecondFactor: true,
  input: z.object({
    forgetDevice: z
      .boolean()
      .default(false)
      .describe(
        'Whether to stop remembering this browser, so the next sign-in asks for the second factor. Default false.',
      ),
  }),
  output: z.object({ signedOut: z.literal(true) }),
}).run(async (ctx, { forgetDevice }) => {
  const { credentialId, kind } = ctx.caller
  if (kind !== 'session' && kind !== 'impersonation') reject('session_needed')
  await endSession(ctx, callingPerson(ctx), credentialId)
  if (forgetDevice) await forgetThisDevice(ctx, callingPerson(ctx))
  return { signedOut: true as const }
})
