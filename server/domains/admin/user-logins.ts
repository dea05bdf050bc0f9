import { z } from 'zod'
import { pageOf } from '../../database/pages.ts'
import { reject } from '../../errors/errors.ts'
import { platformAdmin } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { reference } from '../../operations/reference.ts'
import { endSession, endSessions } from '../auth/accounts/login-session.ts'
import { Login, readLogins } from '../auth/logins/logins.ts'
import { forgetDeviceOfLogin } from '../auth/remembered-devices/remembered-device.ts'
import { asPersonOf, findUserId, lockUser, userRef } from './user.ts'

export const listUserLogins = operation({
  id: 'admin.listUserLogins',
  summary: 'List the devices where a user is signed in, and administrators who impersonate them.',
  http: 'GET /api/admin/users/:user/sessions',
  shows: ['login', 'impersonation'],
  access: platformAdmin,
  input: z.object({ user: userRef }),
  output: pageOf(Login),
}).run(async (ctx, input) => readLogins(ctx, await findUserId(ctx.db, input.user)))

export const revokeUserLogin = operation({
  id: 'admin.revokeUserLogin',
  summary: 'Sign out a device of a user, or end an impersonation. Its token stops working immediately.',
  http: 'DELETE /api/admin/users/:user/sessions/:login',
  access: platformAdmin,
  destructive: true,
  input: z.object({ user: userRef, login: reference('login', 'Login id.') }),
  output: z.object({ id: z.uuid(), revoked: z.literal(true) }),
}).run(async (ctx, input) => {
  const person = asPersonOf(await lockUser(ctx, input.user))
  const ended = await endSession(ctx, person, input.login)
  if (!ended) reject('not_found', { kind: 'login', ref: input.login })
  await forgetDeviceOfLogin(ctx, person, input.login)
  return { id: input.login, revoked: true as const }
})

export const revokeUserLogins = operation({
  id: 'admin.revokeUserLogins',
  summary: 'Sign out every device of a user and forget the devices that skip the second factor.',
  http: 'POST /api/admin/users/:user/sessions/revoke-all',
  access: platformAdmin,
  destructive: true,
  input: z.object({ user: userRef }),
  output: z.object({ revoked: z.literal(true) }),
}).run(async (ctx, input) => {
  const target = await lockUser(ctx, input.user)
  // Keeps the administrator signed in, who would otherwise end the session of this request.
  const except = target.id === ctx.user.id ? ctx.caller.credentialId : null
  await endSessions(ctx, asPersonOf(target), { except })
  return { revoked: true as const }
})
