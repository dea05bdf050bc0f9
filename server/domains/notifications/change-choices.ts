import { differences } from '../../operations/rows.ts'
import { sql } from '../../database/sql.ts'
import type { Context } from '../../operations/context.ts'
import { type Person, recordOwn } from '../../operations/record-own.ts'
import { type Chosen, type ChoicesRow, choiceOf, digestOf, readChoices } from './choices.ts'
import { type Kind, type KindChoice, kindNames } from './kinds.ts'

export interface ChoicesInput {
  kinds: { kind: Kind; inApp?: boolean | undefined; mail?: KindChoice['mail'] | undefined }[]
  digest?: Chosen['digest'] | undefined
}

/** Changes the preferences of a user, records the change, and applies it to pending emails. */
export async function changeChoices(
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
