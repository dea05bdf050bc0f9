import { z } from 'zod'
import { appLink } from '../../email/app-link.ts'
import { messageFromAdministrator } from '../../email/notices.ts'
import { queueEmail } from '../../email/queue-email.ts'
import { instanceName } from '../../email/wording.ts'
import { reject } from '../../errors/errors.ts'
import { platformAdmin } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { recordOwn } from '../../operations/record-own.ts'
import { newId } from '../../platform/ids.ts'
import { asPersonOf, lockUser, userRef } from './user.ts'

export const notifyUser = operation({
  id: 'admin.notifyUser',
  summary: 'Send a message to a user: a notification in the app and, if you choose, an email.',
  http: 'POST /api/admin/users/:user/notify',
  access: platformAdmin,
  adds: true,
  input: z.object({
    user: userRef,
    title: z.string().trim().min(1).max(200).describe('Title in one sentence.'),
    body: z.string().trim().max(2000).default('').describe('Text after the title. At most 2,000 characters.'),
    email: z
      .boolean()
      .default(false)
      .describe('Whether to send an email too. Only verified addresses receive it. Default false.'),
  }),
  output: z.object({
    id: z.uuid(),
    emailed: z.boolean().describe('Whether an email was sent. False if the address is not verified.'),
  }),
}).run(async (ctx, { title, body, email, user: ref }) => {
  const target = await lockUser(ctx, ref)
  if (target.id === ctx.user.id) reject('not_oneself')
  if (target.suspended_at) reject('user_suspended', { user: target.name })
  const id = newId()
  const emailed = email && target.email_verified_at !== null
  recordOwn(ctx, asPersonOf(target), 'message.sent', { kind: 'message', id }, { title, body, emailed })
  if (emailed) {
    const inbox = appLink(ctx.app.config, '/inbox')
    const message = { instance: await instanceName(ctx.db), from: ctx.user.name, title, body, inbox }
    await queueEmail(ctx, { to: target.email, ...messageFromAdministrator(message) })
  }
  return { id, emailed }
})
