import { z } from 'zod'
import { sqlState } from '../../../platform/connection-errors.ts'
import { ownAccount } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { isTimezone } from '../../../platform/time-zones.ts'
import { changeUser, lockUser } from './profile.ts'
import { Profile } from './user.ts'
import { username } from './username.ts'

export const updateProfile = operation({
  id: 'accounts.updateProfile',
  summary: 'Update your profile: name, username, biography and time zone.',
  http: 'PATCH /api/auth/profile',
  aliases: ['PATCH /api/settings/profile'],
  access: ownAccount,
  input: z.object({
    name: z.string().trim().min(1).max(120).optional().describe('Name that others see.'),
    username: username.optional(),
    bio: z.string().trim().max(500).optional().describe('Short biography, at most 500 characters.'),
    timezone: z
      .string()
      .max(100)
      .refine(isTimezone, 'Must be an IANA time zone, such as Europe/Berlin.')
      .nullable()
      .optional()
      .describe('IANA time zone, such as Europe/Berlin. Null clears it.'),
  }),
  output: Profile,
}).run(async (ctx, { timezone, ...set }) => {
  const user = await lockUser(ctx.db, ctx.user.id)
  const change = changeUser(ctx, user, { ...set, timezone: timezone === null ? '' : timezone })
  return change.catch((error: unknown) => {
    if (sqlState(error) === '23505') reject('already_taken', { field: 'username', value: set.username })
    throw error
  })
})
