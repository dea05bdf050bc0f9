import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Database } from '../server/database/connect.ts'
import { migrate, readMigrations } from '../server/database/migrate.ts'
import { seed } from '../server/database/seed.ts'
import { hashCredential, newValue } from '../server/domains/credentials/credential-value.ts'
import { newId } from '../server/platform/ids.ts'
import { hashPassword } from '../server/platform/passwords.ts'
import { openConfigured, readConfig } from '../server/start.ts'
import { clientFor, engines, freshDatabase, runTestServer } from './harness.ts'

const [email, password] = ['ada@example.com', 'the password of Ada']

for (const engine of engines) {
  describe(`an upgrade, on ${engine}`, () => {
    it('from before accounts had more than a password keeps people, keys and work', async () => {
      const settings = {
        ...(await freshDatabase(engine)),
        AUTO_MIGRATE: 'true',
        PORT: '0',
        LOG_LEVEL: 'silent',
      }
      const key = await filledAt(settings, '0001_foundation.sql')
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
      } finally {
        await server.stop()
      }
    })
  })
}

/** Makes the database anew as it was after this migration, with a little of everything in it. Answers an API key. */
async function filledAt(settings: Record<string, string>, last: string): Promise<string> {
  const undo: (() => unknown)[] = []
  const database = openConfigured(readConfig(settings), undo)
  try {
    for (const schema of ['pgboss', 'public']) await database.run(`drop schema if exists ${schema} cascade`)
    await database.run('create schema public')
    await migrate(
      database,
      readMigrations().filter(({ name }) => name <= last),
    )
    await seed(database)
    return await fill(database)
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

async function fill(database: Database): Promise<string> {
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
  const rows: [string, unknown[]][] = [
    [`organizations (id, slug, name) values ($1, 'acme', 'Acme')`, [organization]],
    [
      `users (id, email, username, name, password_hash, role, last_organization_id)
       values ($1, $2, 'ada', 'Ada', $3, 'admin', $4)`,
      [user, email, await hashPassword(password), organization],
    ],
    [`memberships (organization_id, user_id, role) values ($1, $2, 'owner')`, [organization, user]],
    [`login_sessions (id, user_id, expires_at) values ($1, $2, now() + interval '1 day')`, [newId(), user]],
    [
      `credentials (id, kind, hash, hint, name, user_id, organization_id, scopes)
       values ($1, 'api_key', $2, 'svc_live_', 'old', $3, $4, '{read,write}')`,
      [newId(), hashCredential(value), user, organization],
    ],
    [
      `projects (id, organization_id, slug, key, name, last_number, created_by)
       values ($1, $2, 'web', 'WEB', 'Web', 1, $3)`,
      [project, organization, user],
    ],
    [
      `tasks (id, organization_id, project_id, number, key, title, created_by)
       values ($1, $2, $3, 1, 'WEB-1', 'Kept', $4)`,
      [newId(), organization, project, actor],
    ],
    [
      `journal (id, organization_id, project_id, actor, type, subject_kind, subject_id)
       values ($1, $2, $3, $4, 'project.created', 'project', $3)`,
      [newId(), organization, project, actor],
    ],
  ]
  for (const [insert, values] of rows) await database.run(`insert into ${insert}`, values)
  return value
}
