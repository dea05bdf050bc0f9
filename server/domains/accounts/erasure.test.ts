import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  clientFor,
  oneEngine,
  settled,
  startOwnServer,
} from '../../../test/harness.ts'
import { mailAbout } from '../../../test/mail-about.ts'
import { type TestMailServer, startMailServer } from '../../../test/partners/mail.ts'
import { columnsWith, settleIn, workIn } from '../../../test/traces.ts'
import { join } from '../../../test/world.ts'
import { eraseAccounts } from './erase-accounts.ts'
import { createEmailToken } from './email-tokens.ts'
import { signUp } from '../../../test/sign-up.ts'

// Not a name that stands anywhere else: it is looked for in every column.
const name = 'Zebulonia'

for (const engine of oneEngine) {
  describe(`erasing an account, on ${engine}`, () => {
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

    it('leaves the work to the others, and of the person nothing', async () => {
      const zeb = await memberOf(bob)
      const { project, task } = await workIn(server, zeb, bob)
      await settleIn(server, zeb)
      const spec = await zeb.call('specs.create', { project, title: 'Written', content: 'For all.' })
      const open = await zeb.call('skills.create', { name: 'Open', content: 'For all.', scope: 'public' })
      const own = await zeb.call('skills.create', { name: 'Own', content: 'For one.' })
      assert.ok((await columnsWith(server, name)).length > 15, 'the test begins with a name in many places')

      await erased(zeb)
      assert.deepEqual(await columnsWith(server, name), [])
      assert.deepEqual(await columnsWith(server, zeb.email), [])
      assert.deepEqual(await columnsWith(server, zeb.user.username), [])
      const left = await bob.call('tasks.get', { task })
      assert.deepEqual([left.createdBy.name, left.assignee!.name], ['Deleted user', 'Deleted user'])
      assert.equal((await bob.call('specs.get', { spec: spec.key })).revisedBy.name, 'Deleted user')
      assert.equal((await bob.call('skills.get', { skill: open.id })).owner!.name, 'Deleted user')
      const gone = await server.app.database.run('select 1 from revisions where subject_id = $1', [own.id])
      assert.deepEqual(gone, [], 'what was theirs alone is gone')
      const { activity } = await bob.call('projects.get', { project })
      assert.ok(activity.some(({ actor }) => actor.name === 'Deleted user'))
      const { items } = await bob.call('activity.listEvents', { limit: 500 })
      assert.ok(items.some(({ type, subject }) => type === 'user.erased' && subject.id === zeb.user.id))
      assert.match((await mailAbout(mails, zeb.email, /was erased$/)).text, /can't be restored/)
    })

    it('happens by itself once the time has come', async () => {
      const zeb = await server.register(name)
      await due(zeb)
      await server.app.jobs.runNow('erase-accounts')
      await mailAbout(mails, zeb.email, /was erased$/)
      await assert.rejects(zeb.call('accounts.getMe', {}), { code: 'invalid_credential' })
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
      await settleIn(server, zeb)
      const { avatarUrl } = (await zeb.call('accounts.getMe', {})).user
      await erased(zeb)
      await assert.rejects(zeb.call('accounts.getMe', {}), { code: 'invalid_credential' })
      const { email, password } = zeb
      await assert.rejects(server.anonymous('accounts.logIn', { email, password }), { code: 'wrong_login' })
      assert.equal((await fetch(server.url + avatarUrl!)).status, 404)
      const again = await signUp(server.anonymous, { email, password, name })
      assert.notEqual(again.user.id, zeb.user.id)
      await settled(server.app.database)
      const { items } = await clientFor(server.url, again.token)('activity.listEvents', { limit: 500 })
      assert.ok(items.every(({ actor }) => actor.id === again.user.id))
      await erased({ ...zeb, user: again.user, call: clientFor(server.url, again.token) })
    })

    it('gives an organization that would have no owner to whoever ranks next', async () => {
      const quentin = await server.register('Quentin')
      const carol = await server.register('Carol')
      const dora = await server.register('Dora')
      await join(server, carol, quentin, 'member')
      await join(server, dora, quentin, 'admin')
      // Somebody else was an owner when it was asked for, and is no more.
      await server.app.database.run(`update users set erase_at = now() - interval '1 hour' where id = $1`, [
        quentin.user.id,
      ])
      await eraseAccounts(server.app)
      const { organization } = await dora.call('accounts.getMe', {})
      assert.deepEqual([organization!.id, organization!.role], [quentin.organization.id, 'owner'])
      assert.equal((await carol.call('accounts.getMe', {})).organization!.role, 'member')
    })

    it('is done whole or not at all, and again until it is done', async () => {
      const zeb = await memberOf(bob)
      const { task } = await workIn(server, zeb, bob)
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
      const left = await columnsWith(server, name)
      assert.notDeepEqual(left, [])
      assert.deepEqual(
        left.filter((column) => !column.startsWith('journal.')),
        [],
      )

      await eraseAccounts(server.app)
      assert.deepEqual(await columnsWith(server, name), [])
      const [row] = await server.app.database.run<{ erase_at: string | null }>(
        'select erase_at from users where id = $1',
        [zeb.user.id],
      )
      assert.equal(row!.erase_at, null)
    })

    it('stores no link for an account that is erased while its email is written', async () => {
      const zeb = await memberOf(bob)
      const { database } = server.app
      let writing: Promise<string> | undefined
      await database.transaction(async (db) => {
        await db.run('delete from mail_tokens where user_id = $1', [zeb.user.id])
        await db.run('update users set erased_at = now() where id = $1', [zeb.user.id])
        writing = createEmailToken(database, 'verify_email', zeb.user.id, zeb.email)
      })
      await writing
      const stored = await database.run('select 1 from mail_tokens where user_id = $1', [zeb.user.id])
      assert.deepEqual(stored, [])
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
      await join(server, person, owner, 'member')
      return person
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
  })
}
