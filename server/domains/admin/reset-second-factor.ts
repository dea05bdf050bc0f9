import {
  type AccessRule,
  type SignedIn,
  platformAdmin,
  requireRecentSignIn,
} from '../../operations/access.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { endSessions } from '../auth/accounts/login-session.ts'
import { User, publicUser } from '../auth/accounts/user.ts'
import { lockSecondFactor, turnOff } from '../auth/second-factor/second-factor.ts'
import { userAndReason, lockUser } from './suspend-user.ts'

/** Requires a recent sign-in, for operations that weaken the protection of an account. */
const platformAdminRecently: AccessRule<unknown, SignedIn> = {
  ...platformAdmin,
  name: 'platformAdminRecently',
  sentence: 'Administrators of this instance who signed in within the last 60 minutes.',
  recently: true,
  async check(request, input) {
    const granted = await platformAdmin.check(request, input)
    requireRecentSignIn(granted.caller)
    return granted
  },
}

export const resetSecondFactor = operation({
  id: 'admin.resetSecondFactor',
  summary: "Remove a locked-out user's second factor and sign out their devices. They get an email.",
  http: 'POST /api/admin/users/:user/reset-second-factor',
  access: platformAdminRecently,
  destructive: true,
  input: userAndReason,
  output: User,
}).run(async (ctx, { user: ref, reason }) => {
  const target = await lockUser(ctx, ref)
  // Administrators turn off their own second factor in their settings, where the instance can forbid it.
  if (target.id === ctx.user.id) reject('not_oneself')
  const { since } = await lockSecondFactor(ctx.db, target.id)
  if (!since) reject('user_without_second_factor', { user: target.name })
  const owner = { ...target, organization: null }
  await endSessions(ctx, owner)
  await turnOff(ctx, owner, 'reset', reason)
  return publicUser(target)
})
