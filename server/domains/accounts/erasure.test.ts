import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  clientFor,
  connectAgent,
  engines,
  startTestServer,
} from '../../../test/harness.ts'
import { type MailServer, startMailServer } from '../../../test/partners/mail.ts'
import { agentToken, impersonate } from '../../../test/world.ts'
import { newId } from '../../platform/ids.ts'
import { eraseAccounts } from './erase-accounts.ts'

// Not a name that stands anywhere else: it is looked for in every column.
const name = 'Zebulonia'

for (const engine of engines) {
  describe(`erasing an account, on ${engine}`, () => {
    let server: TestServer
    let mails: MailServer
    let bob: Person
    before(async () => {
      mails = await startMailServer()
      server = await startTestServer(engine, { SMTP_URL: mails.url })
      bob = await server.register('Bob')
    })
    after(async () => {
      await server.stop()
      await mails.close()
    })

    it('leaves the work to the others, and of the person nothing', async () => {
      const zeb = await memberOf(bob)
      const { project, task } = await workIn(zeb, bob)
      await leaveTracesEverywhere(zeb)
      assert.ok((await columnsWith(name)).length > 15, 'the test begins with a name in many places')

      await erased(zeb)
      assert.deepEqual(await columnsWith(name), [])
      assert.deepEqual(await columnsWith(zeb.email), [])
      assert.deepEqual(await columnsWith(zeb.user.username), [])
      const left = await bob.call('tasks.get', { task })
      assert.deepEqual([left.createdBy.name, left.assignee!.name], ['Deleted user', 'Deleted user'])
      const { activity } = await bob.call('projects.get', { project })
      assert.ok(activity.some(({ actor }) => actor.name === 'Deleted user'))
      const { items } = await bob.call('activity.listEvents', { limit: 500 })
      assert.ok(items.some(({ type, subject }) => type === 'user.erased' && subject.id === zeb.user.id))
      assert.match((await mailAbout(zeb.email, /erased$/)).text, /cannot be brought back/)
    })

    it('takes along an organization that was theirs alone, with all that is in it', async () => {
      const zeb = await server.register(name)
      const project = await zeb.call('projects.create', { name: 'Alone' })
      await zeb.call('tasks.create', { project: project.slug, title: 'Nobody else saw this' })
      await erased(zeb)
      for (const [table, column] of [
        ['organizations', 'id'],
        ['projects', 'organization_id'],
        ['tasks', 'organization_id'],
        ['journal', 'organization_id'],
      ]) {
        const rows = await server.app.database.run(`select 1 from ${table} where ${column} = $1`, [
          zeb.organization.id,
        ])
        assert.equal(rows.length, 0, table)
      }
    })

    it('leaves nobody behind the door: sessions, keys and pictures are gone, and the address is free', async () => {
      const zeb = await memberOf(bob)
      await leaveTracesEverywhere(zeb)
      const { avatarUrl } = (await zeb.call('accounts.getMe', {})).user
      await erased(zeb)
      await assert.rejects(zeb.call('accounts.getMe', {}), { code: 'invalid_credential' })
      const { email, password } = zeb
      await assert.rejects(server.anonymous('accounts.logIn', { email, password }), { code: 'wrong_login' })
      assert.equal((await fetch(server.url + avatarUrl!)).status, 404)
      const again = await server.anonymous('accounts.register', { email, password, name })
      assert.notEqual(again.user.id, zeb.user.id)
      const { items } = await clientFor(server.url, again.token)('activity.listEvents', { limit: 500 })
      assert.ok(items.every(({ actor }) => actor.id === again.user.id))
      await erased({ ...zeb, user: again.user, call: clientFor(server.url, again.token) })
    })

    it('gives an organization that would have no owner to whoever ranks next', async () => {
      const zeb = await server.register(name)
      const carol = await server.register('Carol')
      const dora = await server.register('Dora')
      await join(carol, zeb, 'member')
      await join(dora, zeb, 'admin')
      // Somebody else was an owner when it was asked for, and is no more.
      await server.app.database.run(`update users set erase_at = now() - interval '1 hour' where id = $1`, [
        zeb.user.id,
      ])
      await eraseAccounts(server.app)
      const { organization } = await dora.call('accounts.getMe', {})
      assert.deepEqual([organization!.id, organization!.role], [zeb.organization.id, 'owner'])
      assert.equal((await carol.call('accounts.getMe', {})).organization!.role, 'member')
      await server.app.database.run(`update organizations set name = 'X', slug = $2 where id = $1`, [
        zeb.organization.id,
        zeb.organization.id,
      ])
    })

    it('is done whole or not at all, and again until it is done', async () => {
      const zeb = await memberOf(bob)
      const { task } = await workIn(zeb, bob)
      const { auth } = server.app
      server.app.auth = { ...auth, remove: () => Promise.reject(new Error('The other server is away.')) }
      await due(zeb)
      await eraseAccounts(server.app)
      server.app.auth = auth
      assert.equal((await zeb.call('accounts.getMe', {})).user.name, name, 'nothing has happened')
      await assert.rejects(zeb.call('accounts.keep', {}), { code: 'erasure_due', status: 410 })

      await failOn('update', 'users')
      await eraseAccounts(server.app)
      await mend('users')
      assert.equal((await bob.call('tasks.get', { task })).createdBy.name, name, 'nothing has happened here')

      await failOn('update', 'journal')
      await eraseAccounts(server.app)
      await mend('journal')
      assert.equal((await bob.call('tasks.get', { task })).createdBy.name, 'Deleted user')
      assert.deepEqual(await columnsWith(name), ['journal.actor'])

      await eraseAccounts(server.app)
      assert.deepEqual(await columnsWith(name), [])
      const [row] = await server.app.database.run<{ erase_at: string | null }>(
        'select erase_at from users where id = $1',
        [zeb.user.id],
      )
      assert.equal(row!.erase_at, null)
    })

    async function due({ user, call }: Pick<Person, 'user' | 'call'>) {
      await call('accounts.delete', { confirm: user.username })
      await server.app.database.run(`update users set erase_at = now() - interval '1 second' where id = $1`, [
        user.id,
      ])
    }

    async function erased(person: Person) {
      await due(person)
      await eraseAccounts(server.app)
    }

    async function memberOf(owner: Person): Promise<Person> {
      const person = await server.register(name)
      await join(person, owner, 'member')
      return person
    }

    async function join(person: Person, owner: Person, role: string) {
      const values = [owner.organization.id, person.user.id]
      const { database } = server.app
      await database.run('insert into memberships (organization_id, user_id, role) values ($1, $2, $3)', [
        ...values,
        role,
      ])
      await database.run('update users set last_organization_id = $1 where id = $2', values)
    }

    /** In all the ways that leave a name: as oneself, by an agent, on behalf, impersonating and impersonated. */
    async function workIn(person: Person, owner: Person) {
      const { slug } = await person.call('projects.create', { name: 'Shared' })
      const ref = { project: slug }
      const mine = await person.call('tasks.create', {
        ...ref,
        title: 'Mine',
        assignee: person.user.username,
      })
      await owner.call('tasks.create', { ...ref, title: 'For them', assignee: person.user.username })
      const trashed = await person.call('tasks.create', { ...ref, title: 'Trash' })
      await person.call('tasks.delete', { task: trashed.id })
      const returned = await person.call('tasks.create', { ...ref, title: 'There and back' })
      await person.call('tasks.delete', { task: returned.id })
      await person.call('trash.restoreItem', { kind: 'task', item: returned.id })
      const own = await person.agent()
      await own.call('create_task', { ...ref, title: 'By a token' })
      await own.close()
      const { value, id } = await agentToken(server, person, owner, `Scout ${newId()}`)
      const scout = await connectAgent(server.url, value, id, 'http')
      await scout.call('create_task', { ...ref, title: 'By an agent' })
      await scout.close()
      for (const token of [
        await impersonate(server, person, owner),
        await impersonate(server, owner, person),
      ])
        await clientFor(server.url, token)('tasks.update', { task: mine.id, priority: 'high' })
      return { project: slug, task: mine.id }
    }

    async function leaveTracesEverywhere({ call, user, email, token, ...person }: Person) {
      const pixel = await fetch(`data:image/png;base64,${onePixel}`).then((response) => response.blob())
      await call('images.setAvatar', { image: new File([pixel], 'a.png') })
      await call('images.setCover', { image: new File([pixel], 'a.png') })
      await call('accounts.updateProfile', { bio: `I am ${name}.`, timezone: 'Europe/Berlin' })
      await call('preferences.update', { theme: 'dark' })
      await call('integrations.connectOwn', { provider: 'github', secret: 'x'.repeat(30), label: name })
      await call('credentials.createApiKey', { name: `${name}'s key` }, { idempotencyKey: newId() })
      await assert.rejects(server.anonymous('accounts.logIn', { email, password: 'wrong' }))
      await server.anonymous('accounts.logIn', { email, password: person.password })
      const soon = `now() + interval '10 minutes'`
      const insert = (into: string, values: string) =>
        server.app.database.run(`insert into ${into} select ${values} from users where id = $1`, [user.id])
      const id = newId()
      await insert(
        'identities (id, user_id, provider, issuer, subject, email, name)',
        `'${id}', id, 'github', 'https://x', '${id}', email, name`,
      )
      await insert(
        'email_codes (id, request_hash, email, user_id, expires_at)',
        `'${newId()}', '${newId()}', email, id, ${soon}`,
      )
      await insert(
        'email_codes (id, request_hash, email, expires_at)',
        `'${newId()}', '${newId()}', email, ${soon}`,
      )
      await insert(
        'mail_tokens (hash, purpose, user_id, email, expires_at)',
        `'${newId()}', 'magic_link', id, email, ${soon}`,
      )
      await insert(
        'passkeys (id, user_id, credential_id, public_key, counter, synced, name)',
        `'${id}', id, '${id}', 'x', 0, true, name`,
      )
      await insert('passkey_challenges (hash, user_id, expires_at)', `'${newId()}', id, ${soon}`)
      await insert(
        'sign_in_tickets (hash, browser_hash, user_id, method, expires_at)',
        `'${newId()}', 'x', id, 'github', ${soon}`,
      )
      await insert(
        'device_requests (id, device_hash, user_code_mac, client, network, user_agent, claimed_by, expires_at)',
        `'${id}', '${newId()}', '${newId()}', name, 'x', name, id, ${soon}`,
      )
    }

    /** Where a text stands, whatever its case: `table.column`. */
    async function columnsWith(text: string): Promise<string[]> {
      const { database } = server.app
      const columns = await database.run<{ table: string; column: string }>(
        `select quote_ident(table_schema) || '.' || quote_ident(table_name) as table, quote_ident(column_name) as column
           from information_schema.columns join information_schema.tables using (table_schema, table_name)
          where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
      )
      const found = []
      for (const { table, column } of columns) {
        const [hit] = await database.run(`select 1 from ${table} where ${column}::text ilike $1 limit 1`, [
          `%${text}%`,
        ])
        if (hit) found.push(`${table}.${column}`.replace('public.', ''))
      }
      return found
    }

    async function failOn(what: string, table: string) {
      await server.app.database.run(
        `create or replace function refuse_it() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`,
      )
      await server.app.database.run(
        `create trigger refuse_it before ${what} on ${table} for each row execute function refuse_it()`,
      )
    }

    async function mend(table: string) {
      await server.app.database.run(`drop trigger refuse_it on ${table}`)
    }

    async function mailAbout(to: string, subject: RegExp) {
      for (;;) {
        const mail = await mails.next(to)
        if (subject.test(mail.subject)) return mail
      }
    }
  })
}

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg=='
