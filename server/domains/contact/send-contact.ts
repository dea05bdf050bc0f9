import { z } from 'zod'
import { sql } from '../../database/sql.ts'
import { appLink } from '../../email/app-link.ts'
import { contactReceived } from '../../email/contact.ts'
import { queueEmail } from '../../email/queue-email.ts'
import { reject, rejectOverLimit } from '../../errors/errors.ts'
import { anyone } from '../../operations/access.ts'
import type { App, RequestFacts } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { newId } from '../../platform/ids.ts'
import { email } from '../auth/accounts/user.ts'

const hour = 3_600_000
const maxPerNetwork = 5
/** Protects the mailbox of the support from a flood from many networks. */
const maxPerInstance = 200

const oneLine = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    // A line break in a header of an email would start another header.
    .regex(/^\P{Cc}*$/u, 'Enter one line.')

export const sendContact = operation({
  id: 'contact.send',
  summary: 'Send a message to the operator of this instance. Limited to 5 an hour for each network.',
  http: 'POST /api/contact',
  access: anyone,
  adds: true,
  limit: 'network',
  input: z.object({
    name: oneLine(120).describe('Your name.'),
    email: email.describe('Your email address, for the reply.'),
    subject: oneLine(150).describe('Subject. One line.'),
    message: z.string().trim().min(1).max(5000).describe('Message. At most 5,000 characters.'),
    website: z
      .string()
      .max(500)
      .default('')
      .describe('Leave empty. Programs that fill in every field are recognized by it.'),
  }),
  output: z.object({ sent: z.literal(true) }),
  // Counts before the transaction, so that parallel messages can't exceed the limits.
  async prepare({ app, request }) {
    if (!app.settings.get('features.contact')) reject('contact_off')
    await limitMessages(app, request)
    return {}
  },
}).run(async (ctx, { name, email: address, subject, message, website }) => {
  // Spam programs must not notice that their message is dropped.
  if (website !== '') return { sent: true as const }
  const id = newId()
  await ctx.db.run(
    sql`insert into contact_messages (id, name, email, subject, message)
      values (${id}, ${name}, ${address}, ${subject}, ${message})`,
  )
  ctx.record({
    type: 'contact_message.created',
    subject: { kind: 'contact_message', id, key: null },
    organizationId: null,
  })
  const support = ctx.app.settings.get('instance.support_email')
  if (support !== '') {
    const instance = ctx.app.settings.get('instance.name')
    const link = appLink(ctx.app.config, '/admin/contact')
    await queueEmail(ctx, {
      to: support,
      ...contactReceived({ instance, name, address, subject, message, link }),
    })
  }
  return { sent: true as const }
})

async function limitMessages(app: App, request: RequestFacts): Promise<void> {
  rejectOverLimit(
    await app.rateLimits.countExactly(`contact network ${request.network}`, maxPerNetwork, hour),
  )
  rejectOverLimit(await app.rateLimits.countExactly('contact instance', maxPerInstance, hour))
}
