import { z } from 'zod'
import { anyone } from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { findAccount } from '../accounts/account.ts'
import { changeChoices } from './change-choices.ts'
import { readChoices } from './choices.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

/** What a mail program calls (RFC 8058): with a form, and nothing but the address to know whose mails are meant. */
export const unsubscribeNotifications = operation({
  id: 'notifications.unsubscribe',
  summary: 'Switch the kinds of mail off that the link in a mail is about.',
  http: 'POST /api/notifications/unsubscribe/:mails',
  access: anyone,
  limit: 'network',
  form: true,
  input: z.object({
    mails: z
      .string()
      .min(1)
      .max(1000)
      .describe('Whose mails, and of which kinds: from the header of a mail.'),
  }),
  output: z.object({ unsubscribed: z.literal(true) }),
}).run(async (ctx, { mails }) => {
  const asked = readUnsubscribeToken(ctx.app.secrets, mails)
  const account = asked && (await findAccount(ctx.db, { id: asked.user }))
  if (!asked || !account) reject('wrong_link')
  const row = await readChoices(ctx.db, account.id, true)
  const kinds = asked.kinds.map((kind) => ({ kind, mail: 'never' as const }))
  await changeChoices(ctx, account, row, { kinds })
  return { unsubscribed: true as const }
})
