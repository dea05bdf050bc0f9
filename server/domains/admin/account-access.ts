import { z } from 'zod'
import { sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { recordOwn } from '../../operations/record-own.ts'
import { requestLink } from '../auth/accounts/email-requests.ts'
import { endSessions } from '../auth/accounts/login-session.ts'
import { User, publicUser } from '../auth/accounts/user.ts'
import { lockSecondFactor, turnOff } from '../auth/second-factor/second-factor.ts'
import { asPersonOf, lockUser, platformAdminRecently, reason, userRef } from './user.ts'

const input = z.object({ user: userRef, reason: reason.optional() })

export const resetSecondFactor = operation({
  id: 'admin.resetSecondFactor',
  summary: "Remove a locked-out user's second factor and sign out their devices. They get an email.",
  http: 'POST /api/admin/users/:user/reset-second-factor',
  access: platformAdminRecently,
  destructive: true,
  input,
  output: User,
}).run(async (ctx, given) => {
  const target = await lockUser(ctx, given.user)
  // Administrators turn off their own second factor in their settings, where the instance can forbid it.
  if (target.id === ctx.user.id) reject('not_oneself')
  const { since } = await lockSecondFactor(ctx.db, target.id)
  if (!since) reject('user_without_second_factor', { user: target.name })
  const owner = { ...target, ...asPersonOf(target) }
  await endSessions(ctx, owner)
  await turnOff(ctx, owner, 'reset', given.reason)
  return publicUser(target)
})

export const resetUserPassword = operation({
  id: 'admin.resetUserPassword',
  summary: "Void a user's password, sign out their devices and email them a link to choose a new one.",
  http: 'POST /api/admin/users/:user/password',
  access: platformAdminRecently,
  destructive: true,
  input,
  output: User,
}).run(async (ctx, given) => {
  const target = await lockUser(ctx, given.user)
  // Administrators change their own password in their settings.
  if (target.id === ctx.user.id) reject('not_oneself')
  if (target.suspended_at) reject('user_suspended', { user: target.name })
  // An external backend keeps its own passwords: there, only the link and the ended logins take effect.
  await ctx.db.run(
    sql`update users set password_hash = null, version = version + 1, updated_at = now() where id = ${target.id}`,
  )
  const person = asPersonOf(target)
  const data = given.reason ? { reason: given.reason } : undefined
  recordOwn(ctx, person, 'password.reset', { kind: 'user', id: target.id, key: target.username }, data)
  await endSessions(ctx, person)
  await requestLink(ctx, target.email, 'reset_password', { byAdministrator: true })
  return publicUser(target)
})
