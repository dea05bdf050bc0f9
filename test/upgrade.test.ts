import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Database } from '../server/database/connect.ts'
import { migrate, readMigrations } from '../server/database/migrate.ts'
import { type Sql, sql } from '../server/database/sql.ts'
import { hashCredential, newValue } from '../server/domains/auth/credentials/credential-value.ts'
import { newId } from '../server/platform/ids.ts'
import { hashPassword } from '../server/platform/passwords.ts'
import { secretKeyInFolder } from '../server/platform/secrets.ts'
import { openConfigured, readConfig } from '../server/start.ts'
import { clientFor, connectAgent, engines, freshDatabase, indexed, runTestServer } from './harness.ts'
import { checkTaskCounts } from './task-counts.ts'

const quiet = { AUTO_MIGRATE: 'true', PORT: '0', LOG_LEVEL: 'silent' }
const [email, password] = ['ada@example.com', 'the password of Ada']

for (const engine of engines) {
  describe(`an upgrade, on ${engine}`, () => {
    it('keeps projects, tokens and images from before teams, and completes the organization', async () => {
      const settings = { ...(await freshDatabase(engine)), ...quiet }
      const { token, image } = await filledAt(settings, '0002_accounts.sql', fillAccounts)
      const server = await runTestServer(settings)
      try {
        const { token: login } = await server.anonymous('accounts.logIn', { email, password })
        const ada = clientFor(server.url, login)
        const { items } = await ada('projects.list', { sort: 'name' })
        // There were no teams, so projects with team visibility now belong to the organization.
        assert.deepEqual(
          items.map(({ slug, visibility, teamId, may }) => [slug, visibility, teamId, may.manage]),
          [
            ['crew', 'organization', null, true],
            ['web', 'organization', null, true],
          ],
        )
        const agent = await connectAgent(server.url, token, '', 'http')
        assert.equal((await agent.call('get_project', { project: 'crew' })).isError, false)
        await agent.close()
        const called = await server.app.database.run<{ name: string; called: boolean }>(
          sql`select name, first_call_at is not null as called from credentials where kind = 'mcp_token' order by name`,
        )
        assert.deepEqual(called, [
          { name: 'never used', called: false },
          { name: 'used', called: true },
        ])
        const { user } = await ada('accounts.getMe', {})
        assert.equal(user.avatarUrl, `/api/images/${image}`)
        assert.equal((await fetch(server.url + user.avatarUrl)).status, 200)

        const organization = await ada('organizations.get', {})
        const { plan, defaultVisibility, description, members, may } = organization
        assert.deepEqual(
          [plan, defaultVisibility, description, members],
          ['unlimited', 'organization', '', 1],
        )
        assert.equal(may.delete, true)
        const [owner] = (await ada('members.list', {})).items
        assert.deepEqual([owner!.user.username, owner!.role, owner!.version], ['ada', 'owner', 1])
        await ada('organizations.update', { name: 'Acme & Co', defaultVisibility: 'private' })
        await ada('projects.create', { name: 'After the upgrade' })
      } finally {
        await server.stop()
      }
    })

    it('keeps email preferences from before notifications', async () => {
      const settings = { ...(await freshDatabase(engine)), ...quiet }
      const { key } = await filledAt(settings, '0005_knowledge.sql', async (database) => {
        const filled = await fillWork(database)
        const chosen = { theme: 'dark', mailMentions: false, mailReviews: false, mailDigest: 'weekly' }
        await database.run(sql`update users set preferences = ${JSON.stringify(chosen)}`)
        return filled
      })
      const server = await runTestServer(settings)
      try {
        const ada = clientFor(server.url, key)
        const { theme, ...others } = await ada('preferences.get', {})
        assert.deepEqual([theme, 'mailMentions' in others], ['dark', false])
        const { kinds, digest } = await ada('notifications.getPreferences', {})
        const mails = Object.fromEntries(kinds.map(({ kind, mail }) => [kind, mail]))
        assert.deepEqual(
          [digest, mails.mentioned, mails.assigned, mails.review_requested, mails.changes_requested],
          ['weekly', 'never', 'at_once', 'never', 'never'],
        )
        assert.deepEqual(
          [mails.unblocked, mails.session_ended, mails.security],
          ['digest', 'digest', 'at_once'],
        )
      } finally {
        await server.stop()
      }
    })

    it('finds items from before search by words', async () => {
      const settings = { ...(await freshDatabase(engine)), ...quiet }
      const { key } = await filledAt(settings, '0004_work.sql', fillWork)
      const server = await runTestServer(settings)
      try {
        const ada = clientFor(server.url, key)
        await indexed(server)
        const found = await ada('search.find', { q: 'web' })
        assert.deepEqual(
          found.items.map(({ kind, title }) => [kind, title]),
          [['project', 'Web']],
        )
        assert.equal((await ada('agents.list', {})).items.length, 0)
        assert.ok((await ada('skills.list', {})).items.length > 0, 'skills that come with Baton')
      } finally {
        await server.stop()
      }
    })

    it('keeps users, keys and work from before accounts had more than a password', async () => {
      const settings = { ...(await freshDatabase(engine)), ...quiet }
      const { key } = await filledAt(settings, '0001_foundation.sql', fill)
      const server = await runTestServer(settings)
      try {
        const { token, user, organization } = await server.anonymous('accounts.logIn', { email, password })
        assert.deepEqual([user.username, user.role, organization?.slug], ['ada', 'admin', 'acme'])
        const ada = clientFor(server.url, token)
        const me = (await ada('accounts.getMe', {})).user
        assert.deepEqual([me.emailVerified, me.hasPassword, me.avatarUrl], [false, true, null])
        const [task] = (await ada('tasks.list', {})).items
        assert.deepEqual([task!.key, task!.title], ['WEB-1', 'Kept'])
        const [listed] = (await ada('credentials.listApiKeys', {})).items
        assert.deepEqual([listed!.name, listed!.mode, listed!.project], ['old', 'live', null])
        assert.equal((await clientFor(server.url, key)('tasks.list', {})).items.length, 1)
        const { items } = await ada('logins.list', {})
        assert.deepEqual(
          items.map(({ method }) => method),
          ['password', 'password'],
        )
        await checkTaskCounts(server.app.database)
      } finally {
        await server.stop()
      }
    })
  })
}

/** Recreates the database as it was after this migration, and fills it. */
async function filledAt<Filled>(
  settings: Record<string, string>,
  last: string,
  fillDatabase: (database: Database) => Promise<Filled>,
): Promise<Filled> {
  const undo: (() => unknown)[] = []
  const database = openConfigured(readConfig(settings), undo)
  try {
    for (const schema of ['pgboss', 'public'])
      await database.run(sql.raw(`drop schema if exists ${schema} cascade`))
    await database.run(sql`create schema public`)
    await migrate(
      database,
      readMigrations().filter(({ name }) => name <= last),
    )
    // Adds the row and the key that an instance of that time started with.
    await database.run(sql`insert into instance (epoch) values (${newId()})`)
    if (!settings.SECRET_KEY) secretKeyInFolder(settings.DATA_DIR!, false)
    return await fillDatabase(database)
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

/** Adds rows that existed from the start. Returns an API key with its user and organization. */
async function fill(database: Database, ofTask = { columns: '', values: '' }) {
  const [user, organization, project] = [newId(), newId(), newId()]
  const { value } = newValue('live')
  const actor = JSON.stringify({
    kind: 'user',
    id: user,
    name: 'Ada',
    onBehalfOf: null,
    impersonatedBy: null,
    via: null,
  })
  const rows = [
    sql`organizations (id, slug, name) values (${organization}, 'acme', 'Acme')`,
    sql`users (id, email, username, name, password_hash, role, last_organization_id)
       values (${user}, ${email}, 'ada', 'Ada', ${await hashPassword(password)}, 'admin', ${organization})`,
    sql`memberships (organization_id, user_id, role) values (${organization}, ${user}, 'owner')`,
    sql`login_sessions (id, user_id, expires_at) values (${newId()}, ${user}, now() + interval '1 day')`,
    sql`credentials (id, kind, hash, hint, name, user_id, organization_id, scopes)
       values (${newId()}, 'api_key', ${hashCredential(value)}, 'svc_live_', 'old', ${user}, ${organization}, '{read,write}')`,
    sql`projects (id, organization_id, slug, key, name, last_number, created_by)
       values (${project}, ${organization}, 'web', 'WEB', 'Web', 1, ${user})`,
    sql`tasks (id, organization_id, project_id, number, key, title, created_by${sql.raw(ofTask.columns)})
       values (${newId()}, ${organization}, ${project}, 1, 'WEB-1', 'Kept', ${actor}${sql.raw(ofTask.values)})`,
    sql`journal (id, organization_id, project_id, actor, type, subject_kind, subject_id)
       values (${newId()}, ${organization}, ${project}, ${actor}, 'project.created', 'project', ${project})`,
  ]
  await insertAll(database, rows)
  return { key: value, user, organization }
}

/** Fills a database in which tasks have a position. */
function fillWork(database: Database) {
  return fill(database, { columns: ', position', values: `, '000000001V'` })
}

/** Adds the rows of accounts: images, and tokens with their last use. Team visibility already existed. */
async function fillAccounts(database: Database) {
  const { user, organization } = await fill(database)
  const [used, unused, image] = [newValue('live').value, newValue('live').value, newId()]
  const token = sql`credentials (id, kind, hash, hint, name, user_id, organization_id, scopes, last_used_at)`
  await insertAll(database, [
    sql`${token} values (${newId()}, 'mcp_token', ${hashCredential(used)}, 'svc_live_', 'used', ${user}, ${organization}, '{read,write}', now())`,
    sql`${token} values (${newId()}, 'mcp_token', ${hashCredential(unused)}, 'svc_live_', 'never used', ${user}, ${organization}, '{read,write}', null)`,
    sql`projects (id, organization_id, slug, key, name, visibility, created_by)
       values (${newId()}, ${organization}, 'crew', 'CREW', 'Crew', 'team', ${user})`,
    sql`images (id, user_id, type, bytes) values (${image}, ${user}, 'image/webp', 'a picture')`,
  ])
  await database.run(sql`update users set avatar_id = ${image} where id = ${user}`)
  return { token: used, image }
}

async function insertAll(database: Database, rows: Sql[]): Promise<void> {
  for (const row of rows) await database.run(sql`insert into ${row}`)
}
