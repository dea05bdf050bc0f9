import { z } from 'zod'
import { asPerson } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { endSession } from '../accounts/login-session.ts'
import { forgetDeviceOfLogin } from '../remembered-devices/remembered-device.ts'
import { callingPerson } from '../../../operations/record-own.ts'

export const revokeLogin = operation({
  id: 'logins.revoke',
  summary: 'Sign out a device. Its token stops working immediately.',
  http: 'DELETE /api/settings/sessions/:login',
  access: asPerson,
  destructive: true,
  withoutSecondFactor: true,
  input: z.object({ login: z.string().max(100).describe('Login id.').meta({ refers: 'login' }) }),
  output: z.object({ id: z.uuid(), revoked: z.literal(true) }),
}).run(async (ctx, input) => {
  const ended = await endSession(ctx, callingPerson(ctx), input.login)
  await forgetDeviceOfLogin(ctx, callingPerson(ctx), input.login)
  if (!ended) reject('not_found', { kind: 'login', ref: input.login })
  return { id: input.login, revoked: true as const }
})
