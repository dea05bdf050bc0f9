import {
  type AccessRule,
  type SignedIn,
  platformAdmin,
  requireRecentSignIn,
} from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { endSessions } from '../accounts/login-session.ts'
import { User, publicUser } from '../accounts/user.ts'
import { lockSecondFactor, turnOff } from '../second-factor/second-factor.ts'
import { userAndReason, lockUser } from './suspend-user.ts'

/** For an operation that makes an account easier to enter. */
const platformAdminRecently: AccessRule<unknown, SignedIn> = {
  ...platformAdmin,
  name: 'platformAdminRecently',
  sentence: 'Administrators of this instance who signed in within the last 60 minutes.',
  recently: true,
  async check(asked, given) {
    const granted = await platformAdmin.check(asked, given)
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
  const person = await lockUser(ctx, ref)
  // Your own: turn it off in the settings, which a rule of the instance can forbid.
  if (person.id === ctx.user.id) reject('not_oneself')
  const { since } = await lockSecondFactor(ctx.db, person.id)
  if (!since) reject('user_without_second_factor', { user: person.name })
  const owner = { ...person, organization: null }
  await endSessions(ctx, owner)
  await turnOff(ctx, owner, 'reset', reason)
  return publicUser(person)
})
