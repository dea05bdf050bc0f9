import { z } from 'zod'
import { databaseNow } from '../../../database/clock.ts'
import { asPerson } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { changeUser, lockUser } from './profile.ts'
import { Profile } from './user.ts'

export const keepAccount = operation({
  id: 'accounts.keep',
  summary: 'Cancel the scheduled erasure of your account. Revoked keys stay revoked.',
  http: 'POST /api/settings/account/keep',
  access: asPerson,
  withoutSecondFactor: true,
  input: z.object({}),
  output: Profile,
}).run(async (ctx) => {
  const user = await lockUser(ctx.db, ctx.user.id)
  // After this time, the erasure may have started here or at the auth backend.
  if (user.erase_at && Date.parse(user.erase_at) <= databaseNow()) reject('erasure_due')
  return changeUser(ctx, user, { erase_at: null }, 'user.kept')
})
