import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, settled, startOwnServer } from '../../../../test/harness.ts'
import { mailAbout } from '../../../../test/mail-about.ts'
import { type TestMailServer, startMailServer } from '../../../../test/partners/mail.ts'
import { columnsWith, storePersonalData, workIn } from '../../../../test/traces.ts'
import { join } from '../../../../test/world.ts'
import { eraseAccounts } from './erase-accounts.ts'
import { createEmailToken } from './email-tokens.ts'
import { signUp } from '../../../../test/sign-up.ts'
import { sql } from '../../../database/sql.ts'

// A unique name, because the tests search every column for it.
const name = 'Zebulonia'

for (const engine of oneEngine) {
  describe(`account erasure, on ${engine}`, () => {
    let server: TestServer
    let mails: TestMailServer
    let bob: Person
    before(async () => {
      mails = await startMailServer()
      server = await startOwnServer(engine, { SMTP_URL: mails.url })
      bob = await server.register('Bob')
    })
    after(async () => {
      await server.stop()
      await mails.close()
    })

    it('keeps shared work and removes all personal data', async () => {
      const zeb = await memberOf(bob)
      const { project, task } = await workIn(server, zeb, bob)
      await storePersonalData(server, zeb)
      const spec = await zeb.call('specs.create', { project, title: 'Written', content: 'For all.' })
      const open = await zeb.call('skills.create', { name: 'Open', content: 'For all.', scope: 'public' })
      const own = await zeb.call('skills.create', { name: 'Own', content: 'For one.' })
      assert.ok(
        (await columnsWith(server, name)).length > 15,
        'the name occurs in many places before erasure',
      )

      await erase(zeb)
      assert.deepEqual(await columnsWith(server, name), [])
      assert.deepEqual(await columnsWith(server, zeb.email), [])
      assert.deepEqual(await columnsWith(server, zeb.user.username), [])
      const left = await bob.call('tasks.get', { task })
      assert.deepEqual([left.createdBy.name, left.assignee!.name], ['Deleted user', 'Deleted user'])
      assert.equal((await bob.call('specs.get', { spec: spec.key })).revisedBy.name, 'Deleted user')
      assert.equal((await bob.call('skills.get', { skill: open.id })).owner!.name, 'Deleted user')
      const revisions = await server.app.database.run(
        sql`select 1 from revisions where subject_id = ${own.id}`,
      )
      assert.deepEqual(revisions, [], 'personal skills are deleted')
      const { activity } = await bob.call('projects.get', { project })
      assert.ok(activity.some(({ actor }) => actor.name === 'Deleted user'))
      const { items } = await bob.call('activity.listEvents', { limit: 500 })
      assert.ok(items.some(({ type, subject }) => type === 'user.erased' && subject.id === zeb.user.id))
      assert.match((await mailAbout(mails, zeb.email, /was erased$/)).text, /can't be restored/)
    })

    it('runs automatically when the grace period ends', async () => {
      const zeb = await server.register(name)
      await makeDue(zeb)
      await server.app.jobs.runNow('erase-accounts')
      await mailAbout(mails, zeb.email, /was erased$/)
      await assert.rejects(zeb.call('accounts.getMe', {}), { code: 'invalid_credential' })
    })

    it('erases an organization without other members, with all its content', async () => {
      const zeb = await server.register(name)
      const project = await zeb.call('projects.create', { name: 'Alone' })
      await zeb.call('tasks.create', { project: project.slug, title: 'Only the owner saw this' })
      await erase(zeb)
      for (const [table, column] of [
        ['organizations', 'id'],
        ['projects', 'organization_id'],
        ['tasks', 'organization_id'],
        ['journal', 'organization_id'],
      ] as const) {
        const rows = await server.app.database.run(
          sql`select 1 from ${sql.raw(table)} where ${sql.raw(column)} = ${zeb.organization.id}`,
        )
        assert.equal(rows.length, 0, table)
      }
    })

    it('deletes sessions, keys and images, and frees the email address', async () => {
      const zeb = await memberOf(bob)
      await storePersonalData(server, zeb)
      const { avatarUrl } = (await zeb.call('accounts.getMe', {})).user
      await erase(zeb)
      await assert.rejects(zeb.call('accounts.getMe', {}), { code: 'invalid_credential' })
      const { email, password } = zeb
      await assert.rejects(server.anonymous('accounts.logIn', { email, password }), { code: 'wrong_login' })
      assert.equal((await fetch(server.url + avatarUrl!)).status, 404)
      const again = await signUp(server.anonymous, { email, password, name })
      assert.notEqual(again.user.id, zeb.user.id)
      await settled(server.app.database)
      const { items } = await server.client(again.token)('activity.listEvents', { limit: 500 })
      assert.ok(items.every(({ actor }) => actor.id === again.user.id))
      await erase({ ...zeb, user: again.user, call: server.client(again.token) })
    })

    it('makes the highest-ranking member owner of an organization without one', async () => {
      const quentin = await server.register('Quentin')
      const carol = await server.register('Carol')
      const dora = await server.register('Dora')
      await join(server, carol, quentin, 'member')
      await join(server, dora, quentin, 'admin')
      // Simulates that the other owner left after the deletion was requested.
      await server.app.database.run(
        sql`update users set erase_at = now() - interval '1 hour' where id = ${quentin.user.id}`,
      )
      await eraseAccounts(server.app)
      const { organization } = await dora.call('accounts.getMe', {})
      assert.deepEqual([organization!.id, organization!.role], [quentin.organization.id, 'owner'])
      assert.equal((await carol.call('accounts.getMe', {})).organization!.role, 'member')
    })

    it('erases all or nothing, and retries until it succeeds', async () => {
      const zeb = await memberOf(bob)
      const { task } = await workIn(server, zeb, bob)
      const { auth } = server.app
      server.app.auth = {
        ...auth,
        remove: () => Promise.reject(new Error('The auth backend is unavailable.')),
      }
      await makeDue(zeb)
      await eraseAccounts(server.app)
      server.app.auth = auth
      assert.equal((await zeb.call('accounts.getMe', {})).user.name, name, 'nothing has changed')
      await assert.rejects(zeb.call('accounts.keep', {}), { code: 'erasure_due', status: 410 })

      await failOn('update', 'users')
      await eraseAccounts(server.app)
      await removeFailure('users')
      assert.equal(
        (await bob.call('tasks.get', { task })).createdBy.name,
        name,
        'the transaction was rolled back',
      )

      await failOn('update', 'journal')
      await eraseAccounts(server.app)
      await removeFailure('journal')
      assert.equal((await bob.call('tasks.get', { task })).createdBy.name, 'Deleted user')
      const left = await columnsWith(server, name)
      assert.notDeepEqual(left, [])
      assert.deepEqual(
        left.filter((column) => !column.startsWith('journal.')),
        [],
      )

      await eraseAccounts(server.app)
      assert.deepEqual(await columnsWith(server, name), [])
      const [row] = await server.app.database.run<{ erase_at: string | null }>(
        sql`select erase_at from users where id = ${zeb.user.id}`,
      )
      assert.equal(row!.erase_at, null)
    })

    it('stores no link for an account that is erased while its email is written', async () => {
      const zeb = await memberOf(bob)
      const { database } = server.app
      let writing: Promise<string> | undefined
      await database.transaction(async (db) => {
        await db.run(sql`delete from mail_tokens where user_id = ${zeb.user.id}`)
        await db.run(sql`update users set erased_at = now() where id = ${zeb.user.id}`)
        writing = createEmailToken(database, 'verify_email', zeb.user.id, zeb.email)
      })
      await writing
      const stored = await database.run(sql`select 1 from mail_tokens where user_id = ${zeb.user.id}`)
      assert.deepEqual(stored, [])
    })

    async function makeDue({ user, call }: Pick<Person, 'user' | 'call'>) {
      await call('accounts.delete', { confirm: user.username })
      await server.app.database.run(
        sql`update users set erase_at = now() - interval '1 second' where id = ${user.id}`,
      )
    }

    async function erase(person: Person) {
      await makeDue(person)
      await eraseAccounts(server.app)
    }

    async function memberOf(owner: Person): Promise<Person> {
      const person = await server.register(name)
      await join(server, person, owner, 'member')
      return person
    }

    async function failOn(action: string, table: string) {
      await server.app.database.run(
        sql`create or replace function simulate_failure() returns trigger language plpgsql as $$ begin raise 'simulated failure'; end $$`,
      )
      await server.app.database.run(
        sql`create trigger simulate_failure before ${sql.raw(action)} on ${sql.raw(table)} for each row execute function simulate_failure()`,
      )
    }

    async function removeFailure(table: string) {
      await server.app.database.run(sql`drop trigger simulate_failure on ${sql.raw(table)}`)
    }
  })
}
