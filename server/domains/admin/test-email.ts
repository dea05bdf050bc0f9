import { z } from 'zod'
import { testMessage } from '../../email/test-message.ts'
import { platformAdmin } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { email } from '../auth/accounts/user.ts'

export const testEmail = operation({
  id: 'admin.testEmail',
  summary: "Send a test email now. Returns the email server's exact response, or the exact error.",
  http: 'POST /api/admin/settings/test-email',
  access: platformAdmin,
  outside: true,
  adds: true,
  input: z.object({ to: email.optional().describe('Recipient. Default: your own email address.') }),
  output: z.object({
    to: z.string(),
    from: z.string().describe('Sender of all emails: the variable MAIL_FROM.'),
    server: z.string().nullable().describe('Host and port of the email server. Null if SMTP_URL is not set.'),
    sent: z.boolean().describe('Whether the email server accepted the email.'),
    response: z.string().describe('Response of the email server, or the error.'),
  }),
  // The email server may be slow, so no transaction waits for it.
  prepare: async ({ app, user }, { to = user.email }) => {
    const instance = app.settings.get('instance.name')
    return { to, trial: await app.mail.trySend({ to, ...testMessage({ instance, by: user.name }) }) }
  },
}).run(async (ctx) => {
  const { to, trial } = ctx
  const { SMTP_URL, MAIL_FROM } = ctx.app.config
  ctx.record({
    type: 'setting.tested',
    subject: { kind: 'setting', id: ctx.app.epoch, key: 'SMTP_URL' },
    organizationId: null,
    data: { to, sent: trial.isSent },
  })
  return {
    to,
    from: MAIL_FROM.name === '' ? MAIL_FROM.address : `${MAIL_FROM.name} <${MAIL_FROM.address}>`,
    server: SMTP_URL === undefined ? null : new URL(SMTP_URL).host,
    sent: trial.isSent,
    response: trial.response,
  }
})
