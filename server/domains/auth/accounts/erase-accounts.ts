import type { Queries } from '../../../database/connect.ts'
import { type Entry, appendJournal } from '../../../database/journal.ts'
import { sql } from '../../../database/sql.ts'
import { instanceName } from '../../../email/instance-name.ts'
import { accountErased } from '../../../email/notices.ts'
import { system } from '../../../operations/caller.ts'
import type { App } from '../../../operations/context.ts'
import { randomSecret } from '../../../platform/ids.ts'
import { lockOrganizationsOf } from '../../organizations/lock.ts'
import { anonymizeInJournal } from './anonymize-in-journal.ts'
import { leaveOrganizations } from './leave-organizations.ts'
import { erasedPrefix } from './username.ts'

/** Erases the accounts that are due. A failed erasure is retried with the next run and does not stop the others. */
export async function eraseAccounts(app: App): Promise<void> {
  const due = await app.database.run<DueAccount>(
    sql`select id, erased_at is not null as "isErased" from users where erase_at <= now() order by erase_at, id`,
  )
  for (const account of due) {
    await erase(app, account).catch((error: Error) =>
      app.log.error({ user: account.id, reason: error.message }, 'could not erase an account'),
    )
  }
}

interface DueAccount {
  id: string
  /** Whether an earlier run erased everything but the journal. */
  isErased: boolean
}

async function erase(app: App, { id, isErased }: DueAccount): Promise<void> {
  if (!isErased) {
    // Removes the user from the auth backend first, because the row here holds the only reference to it. A leftover
    // login could never be found again and would create a new account when used. The call is safe to repeat.
    await app.auth.remove(id)
    const ended = await app.database.transaction((db) => eraseUser(app, db, id))
    for (const credential of ended) app.bus.revoked(credential)
    app.jobs.wake('mail')
  }
  await anonymizeInJournal(app.database, id)
  await app.database.run(sql`update users set erase_at = null where id = ${id}`)
}

/** Erases everything but the journal in one transaction. Returns the ids of the revoked credentials and the user. */
async function eraseUser(app: App, db: Queries, id: string): Promise<string[]> {
  // Locks organizations before the account, in the same order as all code that removes members.
  await lockOrganizationsOf(db, id)
  const [person] = await db.run<{ email: string }>(
    sql`select email from users where id = ${id} and erase_at <= now() and erased_at is null for update`,
  )
  if (!person) return []
  const ended = await db.run<{ id: string }>(
    sql`select id from login_sessions where user_id = ${id} union all select id from credentials where user_id = ${id}`,
  )
  const { organizations, entries } = await leaveOrganizations(db, id)
  await deleteOwnedRows(db, id)
  // Personal skills were visible to no one else. Team and public skills stay.
  await db.run(sql`delete from skills where owner_id = ${id} and scope = 'personal'`)
  for (const table of ['email_codes', 'mail_tokens', 'invitations'])
    await db.run(sql`delete from ${sql.raw(table)} where lower(email) = lower(${person.email})`)
  await db.run(sql`delete from rate_limits where position(lower(${person.email}) in key) > 0`)
  await anonymizeDocuments(db, id)
  const username = erasedPrefix + randomSecret().slice(0, 12).toLowerCase()
  await db.run(
    sql`update users set name = 'Deleted user', username = ${username}, email = ${username} || '@deleted.invalid', role = 'user', bio = '',
            timezone = '', password_hash = null, email_verified_at = null, preferences = '{}', notification_choices = '{}',
            suspended_at = null, second_factor_since = null, last_organization_id = null, erased_at = now(), version = version + 1, updated_at = now()
      where id = ${id}`,
  )
  const subject = { kind: 'user', id, key: username }
  const erased = (organizationId: string | null): Entry => ({ type: 'user.erased', subject, organizationId })
  await appendJournal(db, system, null, [...entries, ...[null, ...organizations].map(erased)])
  const mail = accountErased({ instance: await instanceName(db) })
  await app.jobs.enqueue('mail', { to: person.email, ...mail }, db)
  return [id, ...ended.map((each) => each.id)]
}

/** Deletes all rows that the user owns: those in tables whose foreign key to `users` cascades. */
async function deleteOwnedRows(db: Queries, id: string): Promise<void> {
  const owned = await db.run<{ table: string; column: string }>(
    sql`select c.conrelid::regclass::text as table, a.attname as column
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = 'users'::regclass and c.confdeltype = 'c'`,
  )
  for (const { table, column } of owned)
    await db.run(sql`delete from ${sql.raw(table)} where ${sql.raw(column)} = ${id}`)
}

/** Removes the user's name from all JSON documents that record an author. The documents stay. */
async function anonymizeDocuments(db: Queries, id: string): Promise<void> {
  const documents = await db.run<{ table: string; column: string }>(
    sql`select table_name as table, column_name as column
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'jsonb' and table_name <> 'journal'`,
  )
  for (const { table, column } of documents) {
    const document = sql.raw(column)
    await db.run(
      sql`update ${sql.raw(table)} set ${document} = without_person(${document}, ${id})
        where position(${id}::uuid::text in ${document}::text) > 0`,
    )
  }
}
