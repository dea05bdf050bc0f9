import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  connectAgent,
  oneEngine,
  startOwnServer,
} from '../../../../test/harness.ts'
import { mailAbout } from '../../../../test/mail-about.ts'
import { type TestMailServer, startMailServer } from '../../../../test/partners/mail.ts'
import { join } from '../../../../test/world.ts'
import { sql } from '../../../database/sql.ts'
import { eraseAccounts } from './erase-accounts.ts'

for (const engine of oneEngine) {
  describe(`account deletion, on ${engine}`, () => {
    let server: TestServer
    let mails: TestMailServer
    let admin: Person
    before(async () => {
      mails = await startMailServer()
      server = await startOwnServer(engine, { SMTP_URL: mails.url })
      admin = await server.register('Admin')
    })
    after(async () => {
      await server.stop()
      await mails.close()
    })

    const leave = ({ call, user }: Person) => call('accounts.delete', { confirm: user.username })

    it('waits seven days, revokes other credentials immediately, and can be cancelled', async () => {
      const ada = await server.register('Ada')
      const { email, password } = ada
      const key = await ada.call('credentials.createApiKey', { name: 'ci' })
      const agent = await ada.agent()
      const other = await server.anonymous('accounts.logIn', { email, password })
      const { eraseAt } = await leave(ada)
      const days = (Date.parse(eraseAt!) - Date.now()) / 86_400_000
      assert.ok(days > 6.99 && days < 7.01)

      for (const token of [key.value, other.token])
        await assert.rejects(server.client(token)('accounts.getMe', {}), {
          code: 'invalid_credential',
        })
      await assert.rejects(connectAgent(server.url, agent.token, agent.tokenId, 'http'))
      await agent.close()
      assert.equal(
        (await ada.call('accounts.getMe', {})).user.eraseAt,
        eraseAt,
        'this device stays signed in',
      )

      const again = await server.anonymous('accounts.logIn', { email, password })
      const kept = await server.client(again.token)('accounts.keep', {})
      assert.equal(kept.eraseAt, null)
      await eraseAccounts(server.app)
      assert.equal((await ada.call('accounts.getMe', {})).user.name, 'Ada')
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const types = items.map(({ type }) => type)
      for (const type of ['user.closed', 'api_key.revoked', 'mcp_token.revoked', 'login.ended', 'user.kept'])
        assert.ok(types.includes(type), type)
    })

    it('sends an email with the erasure date and the link to cancel', async () => {
      const ada = await server.register('Ada')
      const { eraseAt } = await leave(ada)
      const mail = await mailAbout(mails, ada.email, /will be erased/)
      const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
      assert.ok(mail.text.includes(day.format(new Date(eraseAt!))))
      assert.match(mail.text, /settings\/account/)
    })

    it('returns the same result when requested twice', async () => {
      const ada = await server.register('Ada')
      const first = await leave(ada)
      assert.deepEqual(await leave(ada), first)
    })

    it('requires the username and a recent sign-in', async () => {
      const ada = await server.register('Ada')
      await assert.rejects(ada.call('accounts.delete', { confirm: 'yes' }), { status: 400 })
      await server.app.database.run(
        sql`update login_sessions set created_at = now() - interval '61 minutes' where user_id = ${ada.user.id}`,
      )
      await assert.rejects(leave(ada), { code: 'sign_in_again', status: 403 })
      await assert.rejects(ada.call('accounts.export', {}), { code: 'sign_in_again' })
      assert.equal((await ada.call('accounts.getMe', {})).user.eraseAt, null)
    })

    it('rejects the only owner of a shared organization and names it', async () => {
      const ada = await server.register('Ada')
      const bob = await server.register('Bob')
      await join(server, bob, ada, 'admin')
      await assert.rejects(leave(ada), { code: 'last_owner', status: 422, message: /"Ada's organization"/ })
      await join(server, bob, ada, 'owner')
      assert.ok((await leave(ada)).eraseAt)
    })

    it('rejects one of two owners who leave concurrently', async () => {
      const ada = await server.register('Ada')
      const bob = await server.register('Bob')
      await join(server, bob, ada, 'owner')
      await join(server, await server.register('Carol'), ada, 'member')
      const settled = await Promise.allSettled([leave(ada), leave(bob)])
      const rejections = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
      assert.deepEqual(rejections, ['last_owner'])
    })

    it('rejects the last administrator while other accounts exist', async () => {
      await server.register('Ada')
      await assert.rejects(leave(admin), { code: 'last_admin', status: 422 })
    })

    it('makes the next account administrator after the only account is erased', async () => {
      const empty = await startOwnServer(engine)
      const ada = await empty.register('Ada')
      await leave(ada)
      await empty.app.database.run(sql`update users set erase_at = now() - interval '1 second'`)
      await eraseAccounts(empty.app)
      assert.equal((await empty.register('Bob')).user.role, 'admin')
      await empty.stop()
    })
  })
}
