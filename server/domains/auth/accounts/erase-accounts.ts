import type { Database, Queries } from '../../../database/connect.ts'
import { journalStretches, type Entry, appendJournal } from '../../../database/journal.ts'
import { sql } from '../../../database/sql.ts'
import { type Role, system } from '../../../operations/caller.ts'
import { removeMembership } from '../../organizations/members/change-membership.ts'
import { eraseOrganization } from '../../organizations/erase-organization.ts'
import { lockOrganizationsOf } from '../../membership/lock.ts'
import { instanceName } from '../../../email/wording.ts'
import { accountErased } from '../../../email/notices.ts'
import type { App } from '../../../operations/context.ts'
import { randomSecret } from '../../../platform/ids.ts'
import { erasedPrefix } from './username.ts'

interface Successor {
  user_id: string
  username: string
  role: Role
  version: number
}

interface Departure {
  /** The ids of the organizations that still exist. */
  organizations: string[]
  /** The journal entries to append for them. */
  entries: Entry[]
}

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
  await anonymizeIssues(db, id)
  await anonymizeDocuments(db, id)
  const username = erasedPrefix + randomSecret().slice(0, 12).toLowerCase()
  await db.run(
    sql`update users set name = 'Deleted user', username = ${username}, email = ${username} || '@deleted.invalid', role = 'user', bio = '',
            location = '', link = '', profile_public = false, timezone = '', password_hash = null,
            email_verified_at = null, preferences = '{}', notification_choices = '{}', suspended_at = null,
            second_factor_since = null, last_organization_id = null, subscription_plan = null,
            subscription_until = null, erased_at = now(), version = version + 1, updated_at = now()
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

/** Keeps reported issues, whose text the administrators need, and deletes their details about the user's machine. */
async function anonymizeIssues(db: Queries, id: string): Promise<void> {
  await db.run(
    sql`delete from issue_screenshots where issue_id in (select i.id from issues i where i.reporter_id = ${id})`,
  )
  await db.run(sql`update issues set page_url = null, browser = null where reporter_id = ${id}`)
  await db.run(sql`update issues set assignee_id = null where assignee_id = ${id}`)
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

/**
 * Removes an erased user from the journal: deletes their private events and replaces their name in all others. Works in
 * small steps, because one long transaction would delay new events for everyone. Safe to restart from the beginning.
 */
async function anonymizeInJournal(database: Database, id: string): Promise<void> {
  const [user] = await database.run<{ username: string }>(sql`select username from users where id = ${id}`)
  for await (const stretch of journalStretches(database)) {
    await database.run(sql`delete from journal where ${stretch} and private_to = ${id}`)
    await database.run(
      sql`update journal set actor = without_person(actor, ${id}), changes = without_person(changes, ${id}),
              data = without_person(data, ${id}),
              subject_key = case when subject_id = ${id} then ${user!.username} else subject_key end
        where ${stretch} and (subject_id = ${id}
          or position(${id}::uuid::text in concat(actor, changes, data)) > 0)`,
    )
  }
}

/**
 * Removes a user from all their organizations. Erases an organization without other members. In an organization without
 * another owner, the member with the highest role becomes owner. Among equal roles, the earliest member does.
 */
async function leaveOrganizations(db: Queries, userId: string): Promise<Departure> {
  await lockOrganizationsOf(db, userId)
  const memberships = await db.run<{ organization_id: string }>(
    sql`select organization_id from memberships where user_id = ${userId} order by organization_id`,
  )
  const departure: Departure = { organizations: [], entries: [] }
  for (const { organization_id: id } of memberships) {
    const successor = await findSuccessor(db, id, userId)
    if (!successor) {
      await eraseOrganization(db, id)
      continue
    }
    if (successor.role !== 'owner') departure.entries.push(await promoteToOwner(db, id, successor))
    departure.entries.push(...(await removeMembership(db, id, userId)).entries)
    departure.organizations.push(id)
  }
  return departure
}

/** Finds another owner, or the member to promote. Chooses a suspended or leaving member only if there is no other. */
async function findSuccessor(
  db: Queries,
  organizationId: string,
  userId: string,
): Promise<Successor | undefined> {
  const [successor] = await db.run<Successor>(
    sql`select m.user_id, u.username, m.role, m.version from memberships m join users u on u.id = m.user_id
      where m.organization_id = ${organizationId} and m.user_id <> ${userId}
      order by m.role = 'owner' desc, u.suspended_at is null and u.erase_at is null desc,
               array_position(array['owner', 'admin', 'member', 'guest'], m.role), m.created_at, m.user_id
      limit 1`,
  )
  return successor
}

async function promoteToOwner(db: Queries, organizationId: string, successor: Successor): Promise<Entry> {
  await db.run(
    sql`update memberships set role = 'owner', version = version + 1, updated_at = now()
      where organization_id = ${organizationId} and user_id = ${successor.user_id}`,
  )
  return {
    type: 'member.updated',
    subject: { kind: 'member', id: successor.user_id, key: successor.username },
    organizationId,
    version: successor.version + 1,
    changes: { role: { from: successor.role, to: 'owner' } },
  }
}
