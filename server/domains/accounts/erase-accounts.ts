import type { Queries } from '../../database/connect.ts'
import { type Entry, appendJournal } from '../../database/journal.ts'
import { instanceName } from '../../email/instance-name.ts'
import { accountErased } from '../../email/notices.ts'
import { system } from '../../operations/caller.ts'
import type { App } from '../../operations/context.ts'
import { randomSecret } from '../../platform/ids.ts'
import { lockOrganizationsOf } from '../organizations/lock.ts'
import { forgetInJournal } from './forget-in-journal.ts'
import { leaveOrganizations } from './leave-organizations.ts'
import { erasedPrefix } from './username.ts'

/** Erases the accounts whose time has come. One that fails is tried again with the next run, and stops no other. */
export async function eraseAccounts(app: App): Promise<void> {
  const due = await app.database.run<Due>(
    'select id, erased_at is not null as closed from users where erase_at <= now() order by erase_at, id',
  )
  for (const account of due) {
    await erase(app, account).catch((error: Error) =>
      app.log.error({ user: account.id, reason: error.message }, 'an account could not be erased'),
    )
  }
}

interface Due {
  id: string
  /** An earlier run came as far as the journal. */
  closed: boolean
}

async function erase(app: App, { id, closed }: Due): Promise<void> {
  if (!closed) {
    // First, since what names the account there goes with the row here: a login that was left over could never be found
    // again, and would make a new account one day. If it fails nothing is lost, and it may be told twice.
    await app.auth.remove(id)
    const ended = await app.database.transaction((db) => erasePerson(app, db, id))
    for (const credential of ended) app.bus.revoked(credential)
    app.jobs.wake('mail')
  }
  await forgetInJournal(app.database, id)
  await app.database.run('update users set erase_at = null where id = $1', [id])
}

/** All but the journal, at once. Answers what stopped working. */
async function erasePerson(app: App, db: Queries, id: string): Promise<string[]> {
  // Before the account itself, as everybody does who takes somebody out of an organization.
  await lockOrganizationsOf(db, id)
  const [person] = await db.run<{ email: string }>(
    'select email from users where id = $1 and erase_at <= now() and erased_at is null for update',
    [id],
  )
  if (!person) return []
  const ended = await db.run<{ id: string }>(
    `select id from login_sessions where user_id = $1 union all select id from credentials where user_id = $1`,
    [id],
  )
  const { organizations, entries } = await leaveOrganizations(db, id)
  await deleteBelongings(db, id)
  // Nobody else could ever see them. What a team or everybody uses stays.
  await db.run(`delete from skills where owner_id = $1 and scope = 'personal'`, [id])
  for (const table of ['email_codes', 'mail_tokens', 'invitations'])
    await db.run(`delete from ${table} where lower(email) = lower($1)`, [person.email])
  await db.run('delete from rate_limits where position(lower($1) in key) > 0', [person.email])
  await takeNameOut(db, id)
  const username = erasedPrefix + randomSecret().slice(0, 12).toLowerCase()
  await db.run(
    `update users set name = 'Deleted user', username = $2, email = $2 || '@deleted.invalid', role = 'user', bio = '',
            timezone = '', password_hash = null, email_verified_at = null, preferences = '{}', notification_choices = '{}',
            suspended_at = null, second_factor_since = null, last_organization_id = null, erased_at = now(), version = version + 1, updated_at = now()
      where id = $1`,
    [id, username],
  )
  const subject = { kind: 'user', id, key: username }
  const erased = (organizationId: string | null): Entry => ({ type: 'user.erased', subject, organizationId })
  await appendJournal(db, system, null, [...entries, ...[null, ...organizations].map(erased)])
  const mail = accountErased({ instance: await instanceName(db) })
  await app.jobs.enqueue('mail', { to: person.email, ...mail }, db)
  return [id, ...ended.map((each) => each.id)]
}

/** The schema says what is a person's own: whatever would go with their row, if the row went. */
async function deleteBelongings(db: Queries, id: string): Promise<void> {
  const owned = await db.run<{ table: string; column: string }>(
    `select c.conrelid::regclass::text as table, a.attname as column
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = 'users'::regclass and c.confdeltype = 'c'`,
  )
  for (const { table, column } of owned) await db.run(`delete from ${table} where ${column} = $1`, [id])
}

/** Wherever a document keeps who did something: the work stays, the name goes. */
async function takeNameOut(db: Queries, id: string): Promise<void> {
  const documents = await db.run<{ table: string; column: string }>(
    `select table_name as table, column_name as column
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'jsonb' and table_name <> 'journal'`,
  )
  for (const { table, column } of documents)
    await db.run(
      `update ${table} set ${column} = without_person(${column}, $1)
        where position($1::uuid::text in ${column}::text) > 0`,
      [id],
    )
}
