import { z } from 'zod'
import { expectVersion } from '../../operations/rows.ts'
import { ownAccount } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { callingPerson } from '../../operations/record-own.ts'
import { changeChoices } from './change-choices.ts'
import { NotificationChoices, choicesFromRow, digests, readChoices } from './choices.ts'
import { kindNames, mailChoices } from './kinds.ts'

export const updatePreferencesNotification = operation({
  id: 'notifications.updatePreferences',
  summary: 'Change which notifications the caller gets in the app and by email.',
  http: 'PATCH /api/notifications/preferences',
  access: ownAccount,
  input: z.object({
    kinds: z
      .array(
        z.strictObject({
          kind: z.enum(kindNames).describe('Kind of notification.'),
          inApp: z.boolean().optional().describe('Whether it appears in the list of notifications.'),
          mail: z.enum(mailChoices).optional().describe('Whether and when it is sent by email.'),
        }),
      )
      .max(kindNames.length)
      .default([])
      .describe('Kinds to change. Others stay unchanged.'),
    digest: z.enum(digests).optional().describe('How often the digest is sent.'),
  }),
  output: NotificationChoices,
}).run(async (ctx, input) => {
  const row = await readChoices(ctx.db, ctx.user.id, true)
  expectVersion(ctx, row.notification_choices_version)
  return choicesFromRow(await changeChoices(ctx, callingPerson(ctx), row, input))
})
