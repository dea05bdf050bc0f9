import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { type Person, type TestServer, notified, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { signImpersonation, signSession } from '../auth/accounts/login-session.ts'
import { sql } from '../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`impersonation, on ${engine}`, () => {
    let server: TestServer
    let admin: Person
    before(async () => {
      server = await startOwnServer(engine)
      admin = await server.register('Root')
    })
    after(() => server.stop())

    const reason = 'Ticket 42: the board stays empty'
    const start = (person: Person, by = admin) =>
      by.call('admin.impersonateUser', { user: person.user.id, reason })
    const as = (token: string) => server.client(token)
    const ended = { status: 401, code: 'invalid_credential' }

    it('acts as the user for 30 minutes with a token that names both people', async () => {
      const ada = await server.register('Ada')
      const { token, expiresAt, user } = await start(ada)
      assert.equal(user.id, ada.user.id)
      const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000
      assert.ok(minutes > 29 && minutes <= 30.1, String(minutes))
      assert.equal(decodeProtectedHeader(token).typ, 'impersonation+jwt')
      const { sub, name, act } = decodeJwt(token)
      assert.deepEqual([sub, name, act], [ada.user.id, 'Ada', { sub: admin.user.id, name: 'Root' }])

      const me = await as(token)('accounts.getMe', {})
      assert.equal(me.user.id, ada.user.id)
      assert.deepEqual([me.credential.kind, me.credential.impersonator?.name], ['impersonation', 'Root'])
      await server.app.database.run(
        sql`update login_sessions set expires_at = now() where impersonator_id = ${admin.user.id}`,
      )
      await assert.rejects(as(token)('accounts.getMe', {}), ended)
    })

    it('rejects a login token for an impersonation and the reverse', async () => {
      const ben = await server.register('Ben')
      const { token, expiresAt } = await start(ben)
      const sessionOf = (signed: string) => (decodeJwt(signed) as { sid: string }).sid
      const { secrets } = server.app
      const people = { user: ben.user, impersonator: admin.user }
      for (const forged of [
        await signSession(secrets, sessionOf(token), expiresAt),
        await signImpersonation(secrets, sessionOf(ben.token), expiresAt, people),
      ])
        await assert.rejects(as(forged)('accounts.getMe', {}), ended)
    })

    it('reaches no administration, sign-in methods or credentials', async () => {
      const other = await server.register('Other')
      await admin.call('admin.updateUserRole', { user: other.user.id, role: 'admin' })
      const call = as((await start(other)).token)
      const denied = { status: 403, code: 'session_needed' }
      await assert.rejects(call('admin.listUsers', {}), denied)
      await assert.rejects(call('admin.impersonateUser', { user: admin.user.id, reason }), denied)
      await assert.rejects(call('credentials.createApiKey', { name: 'key' }), denied)
      await assert.rejects(call('credentials.createMcpToken', { name: 'token' }), denied)
      await assert.rejects(call('accounts.changePassword', { password: 'another long password' }), denied)
      await assert.rejects(call('accounts.changeEmail', { email: 'x@example.com' }), denied)
      await assert.rejects(call('secondFactor.beginTotp', {}), denied)
      await assert.rejects(call('logins.revokeOthers', {}), denied)
      await assert.rejects(call('accounts.delete', { confirm: other.user.username }), denied)
    })

    it('requires a reason, and rejects yourself, suspended users and stale sign-ins', async () => {
      const cleo = await server.register('Cleo')
      const user = cleo.user.id
      await assert.rejects(admin.call('admin.impersonateUser', { user, reason: ' ' }), { status: 400 })
      await assert.rejects(start(admin), { code: 'not_oneself' })
      await admin.call('admin.suspendUser', { user })
      await assert.rejects(start(cleo), { status: 422, code: 'user_suspended' })
      await admin.call('admin.unsuspendUser', { user })
      const { token } = await start(cleo)
      await admin.call('admin.suspendUser', { user })
      await assert.rejects(as(token)('accounts.getMe', {}), { code: 'suspended' })

      const moveSignIn = (interval: string) =>
        server.app.database.run(
          sql`update login_sessions set created_at = created_at + ${interval}::interval where user_id = ${admin.user.id}`,
        )
      await moveSignIn('-2 hours')
      await assert.rejects(start(cleo), { code: 'sign_in_again' })
      await moveSignIn('2 hours')
    })

    it('records both names with every change and shows the user their own log', async () => {
      const dora = await server.register('Dora')
      const { token } = await start(dora)
      await as(token)('notes.create', { title: 'Written for Dora', content: 'Text' })
      await as(token)('accounts.logOut', {})
      await assert.rejects(as(token)('accounts.getMe', {}), ended)

      const { items } = await dora.call('activity.list', {})
      assert.deepEqual(
        items
          .filter(({ type }) => /^(impersonation|note)\./.test(type))
          .map(({ type, actor }) => [type, actor.name, actor.impersonatedBy?.name]),
        [
          ['impersonation.ended', 'Dora', 'Root'],
          ['note.created', 'Dora', 'Root'],
          ['impersonation.started', 'Root', undefined],
        ],
      )
      const started = items.find(({ type }) => type === 'impersonation.started')!
      assert.equal(started.data.reason, reason)
    })

    it('notifies the user and lists the impersonation among their devices', async () => {
      const eve = await server.register('Eve')
      await start(eve)
      await notified(server)
      const { items } = await eve.call('notifications.list', {})
      assert.deepEqual(
        items.map(({ title, link }) => [title, link]),
        [[`Root, an administrator, is impersonating you. Reason: ${reason}`, '/settings/devices']],
      )
      const logins = (await eve.call('logins.list', {})).items
      const impersonation = logins.find(({ impersonator }) => impersonator === 'Root')
      assert.equal(impersonation?.reason, reason)
    })

    it('ends when either side ends it, on open sockets too', async () => {
      const finn = await server.register('Finn')
      const { token } = await start(finn)
      const socket = await LiveClient.open(server, token)
      const { items } = await finn.call('logins.list', {})
      await finn.call('logins.revoke', { login: items.find(({ impersonator }) => impersonator)!.id })
      await assert.rejects(as(token)('accounts.getMe', {}), ended)
      await socket.end()

      const again = await start(finn)
      const [login] = (await admin.call('admin.listUserLogins', { user: finn.user.id })).items.filter(
        ({ impersonator }) => impersonator,
      )
      await admin.call('admin.revokeUserLogin', { user: finn.user.id, login: login!.id })
      await assert.rejects(as(again.token)('accounts.getMe', {}), ended)
    })

    it('ends when the administrator is demoted or signed out everywhere', async () => {
      const [gwen, hal] = [await server.register('Gwen'), await server.register('Hal')]
      const promote = () => admin.call('admin.updateUserRole', { user: gwen.user.id, role: 'admin' })
      await promote()
      const first = await start(hal, gwen)
      await admin.call('admin.updateUserRole', { user: gwen.user.id, role: 'user' })
      await assert.rejects(as(first.token)('accounts.getMe', {}), ended)
      await promote()
      const second = await start(hal, gwen)
      await admin.call('admin.revokeUserLogins', { user: gwen.user.id })
      await assert.rejects(as(second.token)('accounts.getMe', {}), ended)
      const { items } = await hal.call('activity.list', { type: 'impersonation.ended' })
      assert.equal(items.length, 2, 'the impersonated user sees both endings')
    })

    it('enters an organization that requires a second factor only with one', async () => {
      const ida = await server.register('Ida')
      const { token } = await start(ida)
      await server.app.database.run(
        sql`update organizations set require_second_factor = true where id = ${ida.organization.id}`,
      )
      await assert.rejects(as(token)('projects.list', {}), { code: 'second_factor_required' })
      await server.app.database.run(
        sql`update users set second_factor_since = now() where id = ${admin.user.id}`,
      )
      await as(token)('projects.list', {})
    })
  })
}
