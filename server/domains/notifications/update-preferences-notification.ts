import { z } from 'zod'
import { expectVersion } from '../../database/rows.ts'
import { ownAccount } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { callingPerson } from '../accounts/record-own.ts'
import { changeChoices } from './change-choices.ts'
import { NotificationChoices, choicesFromRow, digests, readChoices } from './choices.ts'
import { kindNames, mailChoices } from './kinds.ts'

export const updatePreferencesNotification = operation({
  id: 'notifications.updatePreferences',
  summary: 'Choose what one is told of, in the app and by mail: at once, as a digest, or never.',
  http: 'PATCH /api/notifications/preferences',
  access: ownAccount,
  input: z.object({
    kinds: z
      .array(
        z.strictObject({
          kind: z.enum(kindNames).describe('What it is about.'),
          inApp: z.boolean().optional().describe('Whether it is in the list of notifications.'),
          mail: z.enum(mailChoices).optional().describe('Whether and when it is mailed.'),
        }),
      )
      .max(kindNames.length)
      .default([])
      .describe('The kinds to change. What is not named stays as it is.'),
    digest: z.enum(digests).optional().describe('How often the digest comes.'),
  }),
  output: NotificationChoices,
}).run(async (ctx, input) => {
  const row = await readChoices(ctx.db, ctx.user.id, true)
  expectVersion(ctx, row.notification_choices_version)
  return choicesFromRow(await changeChoices(ctx, callingPerson(ctx), row, input))
})
