import { z } from 'zod'
import { ownAccount, anyone } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import {
  NotificationChoices,
  choicesFromRow,
  readChoices,
  type Chosen,
  type ChoicesRow,
  choiceOf,
  digestOf,
  digests,
} from './choices.ts'
import { differences, expectVersion } from '../../operations/rows.ts'
import { sql } from '../../database/sql.ts'
import type { Context } from '../../operations/context.ts'
import { type Person, recordOwn, callingPerson } from '../../operations/record-own.ts'
import { type Kind, type KindChoice, kindNames, mailChoices } from './kinds.ts'
import { reject } from '../../errors/errors.ts'
import { findAccount } from '../auth/accounts/account.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

export const getPreferencesNotification = operation({
  id: 'notifications.getPreferences',
  summary: 'Show the notification preferences of the caller, including defaults.',
  http: 'GET /api/notifications/preferences',
  shows: ['notification_choices'],
  access: ownAccount,
  input: z.object({}),
  output: NotificationChoices,
}).run(async (ctx) => choicesFromRow(await readChoices(ctx.db, ctx.user.id)))

export interface ChoicesInput {
  kinds: { kind: Kind; inApp?: boolean | undefined; mail?: KindChoice['mail'] | undefined }[]
  digest?: Chosen['digest'] | undefined
}

/** Changes the preferences of a user, records the change, and applies it to pending emails. */
async function changeChoices(
  ctx: Context,
  person: Person,
  row: ChoicesRow,
  { kinds: requested, digest }: ChoicesInput,
): Promise<ChoicesRow> {
  const before = row.notification_choices
  const after: Chosen = { ...before, kinds: { ...before.kinds }, ...(digest && { digest }) }
  for (const { kind, ...choice } of requested) {
    const given = Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined))
    after.kinds![kind] = { ...after.kinds![kind], ...given }
  }
  const changes = differences(effective(before), effective(after))
  if (Object.keys(changes).length === 0) return row
  await ctx.db.run(
    sql`update users set notification_choices = ${JSON.stringify(after)}, notification_choices_version = notification_choices_version + 1
      where id = ${person.id}`,
  )
  for (const kind of kindNames.filter((name) => name in changes))
    await applyToPending(ctx, person, kind, after)
  const changed = await readChoices(ctx.db, person.id)
  const version = changed.notification_choices_version
  const subject = { kind: 'notification_choices', id: person.id }
  recordOwn(ctx, person, 'notification_choices.updated', subject, undefined, { version, changes })
  return changed
}

function effective(chosen: Chosen): Record<string, unknown> {
  const each = kindNames.map((kind) => [kind, choiceOf(chosen, kind)] as const)
  return { ...Object.fromEntries(each), digest: digestOf(chosen) }
}

/** Moves pending notifications of a kind to the digest, or removes them from email. */
async function applyToPending({ db }: Context, { id }: Person, kind: Kind, chosen: Chosen): Promise<void> {
  const { mail } = choiceOf(chosen, kind)
  if (mail === 'at_once') return
  const pending = sql`user_id = ${id} and kind = ${kind} and mail is not null`
  if (mail === 'digest') await db.run(sql`update notifications set mail = 'digest' where ${pending}`)
  else {
    await db.run(sql`delete from notifications where ${pending} and not in_app`)
    await db.run(sql`update notifications set mail = null, mail_since = null where ${pending}`)
  }
}

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
