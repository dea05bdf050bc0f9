import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  type Person,
  type TestServer,
  engines,
  freshDatabase,
  notified,
  oneEngine,
  runTestServer,
  startOwnServer,
} from '../../../test/harness.ts'
import { childEnvironment } from '../../../test/partners/child-environment.ts'
import { quietSettings } from '../../../test/settings.ts'
import { sql } from '../../database/sql.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { runOperatorCommand } from './operator-commands.ts'

/** Runs `npm run admin` in another process. */
function admin(words: string[], environment: Record<string, string>) {
  const program = fileURLToPath(new URL('../../../scripts/admin.ts', import.meta.url))
  const env = { ...childEnvironment(), ...environment }
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [program, ...words], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

for (const engine of engines)
  describe(`npm run admin, on ${engine}`, () => {
    it('works while the server is stopped and while it runs', async () => {
      const environment = { ...(await freshDatabase(engine)), ...quietSettings }
      const domains = 'example.com, example.org'
      const set = await admin(['set-setting', 'registration.domains', domains], environment)
      assert.deepEqual(set, {
        code: 0,
        out: 'registration.domains = example.com,example.org\n',
        err: '',
      })
      const server = await runTestServer(environment)
      assert.deepEqual(server.app.settings.get('registration.domains'), ['example.com', 'example.org'])
      await server.register('Ada')
      const bob = await server.register('Bob')
      const made = await admin(['make-administrator', bob.email, '--reason', 'On call'], environment)
      assert.deepEqual(made, { code: 0, out: `${bob.user.username} is now an administrator.\n`, err: '' })
      const { value } = await bob.call('admin.getSetting', { key: 'instance.name' })
      assert.equal(value, 'Baton')
      const unknown = await admin(['suspend', 'nobody'], environment)
      assert.deepEqual([unknown.code, unknown.out], [1, ''])
      assert.match(unknown.err, /^There is no user "nobody"\./)
      await server.stop()
    })
  })

for (const engine of oneEngine)
  describe(`operator commands, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let bob: Person
    before(async () => {
      server = await startOwnServer(engine)
      ada = await server.register('Ada')
      bob = await server.register('Bob')
    })
    after(() => server.stop())

    const run = (...words: string[]) => runOperatorCommand(server.app, words)

    it('keeps an active administrator', async () => {
      const { username } = ada.user
      await assert.rejects(run('remove-administrator', username), /without an administrator/)
      await assert.rejects(run('suspend', username), /without an administrator/)
      await run('make-administrator', bob.user.id)
      assert.equal(
        await run('administrators'),
        [ada, bob].map(({ user, email }) => `${user.username}  ${email}`).join('\n'),
      )
      await run('suspend', username)
      const signIn = server.anonymous('accounts.logIn', { email: ada.email, password: ada.password })
      await assert.rejects(signIn, { code: 'suspended' })
      await assert.rejects(run('remove-administrator', bob.user.username), /without an administrator/)
      await run('unsuspend', username)
      assert.match(await run('remove-administrator', bob.user.username), /is no longer an administrator/)
      assert.match(await run('remove-administrator', bob.user.username), /isn't an administrator/)
    })

    it('records each change as the system, with its reason', async () => {
      await run('suspend', bob.user.username, '--reason', 'Spam')
      await run('unsuspend', bob.user.username)
      await run('unsuspend', bob.user.username)
      const rows = await server.app.database.run<{ type: string; actor: { kind: string }; data: object }>(
        sql`select type, actor, data from journal where subject_id = ${bob.user.id} and type like 'user.%suspended'
          order by xid, seq`,
      )
      assert.deepEqual(
        rows.map(({ type, actor, data }) => [type, actor.kind, data]),
        [
          ['user.suspended', 'system', { reason: 'Spam' }],
          ['user.unsuspended', 'system', null],
        ],
      )
    })

    it('creates a link that resets the password once, and notifies the owner', async () => {
      const link = new URL(await run('reset-link', bob.email.toUpperCase()))
      assert.equal(link.pathname, '/reset-password')
      const token = new URLSearchParams(link.hash.slice(1)).get('token')!
      await notified(server)
      const { items } = await bob.call('notifications.list', { kind: 'security' })
      assert.match(items[0]!.title, /^An operator created a link that resets the password/)
      const password = 'a sentence that no one has guessed'
      await server.anonymous('accounts.resetPassword', { token, password })
      await server.anonymous('accounts.logIn', { email: bob.email, password })
      const repeated = server.anonymous('accounts.resetPassword', { token, password })
      await assert.rejects(repeated, { code: 'wrong_link' })
    })

    it('reads and changes settings, and explains a rejected value', async () => {
      assert.equal(await run('set-setting', 'instance.name', 'Acme'), 'instance.name = Acme')
      assert.equal(await run('get-setting', 'instance.name'), 'Acme')
      assert.match(await run('settings'), /^instance\.name = Acme$/m)
      assert.equal(await run('set-setting', 'features.contact', 'true'), 'features.contact = true')
      assert.equal(server.app.settings.get('features.contact'), true)
      await assert.rejects(
        run('set-setting', 'limits.api', '700'),
        /The environment variable RATE_LIMIT_API sets/,
      )
      await assert.rejects(run('set-setting', 'features.contact', 'perhaps'), OperatorError)
      await assert.rejects(run('set-setting', 'registration.mode', 'maybe'), OperatorError)
      await assert.rejects(run('get-setting', 'nothing'), /The setting "nothing" doesn't exist/)
      await assert.rejects(run('set-setting', 'instance.name'), /^Error: Usage: npm run admin -- set-setting/)
      await assert.rejects(run('praise'), /There is no command "praise"/)
    })
  })
