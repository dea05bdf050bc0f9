import { z } from 'zod'
import { ownAccount } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { NotificationChoices, choicesFromRow, readChoices } from './choices.ts'

export const getPreferencesNotification = operation({
  id: 'notifications.getPreferences',
  summary: 'Show the notification preferences of the caller, including defaults.',
  http: 'GET /api/notifications/preferences',
  shows: ['notification_choices'],
  access: ownAccount,
  input: z.object({}),
  output: NotificationChoices,
}).run(async (ctx) => choicesFromRow(await readChoices(ctx.db, ctx.user.id)))
