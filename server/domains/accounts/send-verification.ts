import { z } from 'zod'
import { appLink } from '../../mail/app-link.ts'
import { verifyEmail } from '../../mail/sign-in-mails.ts'
import { notify } from '../../mail/notify.ts'
import { asPerson } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { makeMailToken } from './mail-tokens.ts'
import { MailSent, addressOf } from './user.ts'

export const sendVerification = operation({
  id: 'accounts.sendVerification',
  summary: 'Send the link that proves that your e-mail address is yours, once more.',
  http: 'POST /api/auth/verify-email/send',
  access: asPerson,
  limit: { account: (_input, caller) => addressOf(caller) },
  input: z.object({}),
  output: MailSent,
}).run(async (ctx) => {
  await askToVerify(ctx, ctx.user)
  return { sent: true as const }
})

/** Sends the link to somebody who has just registered, or who asks for it again. */
export async function askToVerify(ctx: Context, { id, email }: { id: string; email: string }): Promise<void> {
  const token = await makeMailToken(ctx.db, 'verify_email', id, email)
  const link = appLink(ctx.app.config, '/verify-email', { fragment: { token } })
  await notify(ctx, email, ({ instance, from }) => verifyEmail({ instance, asked: from, link }))
}
