import { z } from 'zod'
import { anyone } from '../../operations/access.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { findAccount } from '../auth/accounts/account.ts'
import { changeChoices } from './change-choices.ts'
import { readChoices } from './choices.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

/** Implements one-click unsubscribe (RFC 8058): email clients post a form without any credential. */
export const unsubscribeNotifications = operation({
  id: 'notifications.unsubscribe',
  summary: 'Unsubscribe from the kinds of email that a link names.',
  http: 'POST /api/notifications/unsubscribe/:mails',
  access: anyone,
  limit: 'network',
  form: true,
  input: z.object({
    mails: z
      .string()
      .min(1)
      .max(1000)
      .describe('Unsubscribe token from the header of an email. It names the user and the kinds.'),
  }),
  output: z.object({ unsubscribed: z.literal(true) }),
}).run(async (ctx, { mails }) => {
  const token = readUnsubscribeToken(ctx.app.secrets, mails)
  const account = token && (await findAccount(ctx.db, { id: token.user }))
  if (!token || !account) reject('wrong_link')
  const row = await readChoices(ctx.db, account.id, true)
  const kinds = token.kinds.map((kind) => ({ kind, mail: 'never' as const }))
  await changeChoices(ctx, account, row, { kinds })
  return { unsubscribed: true as const }
})
