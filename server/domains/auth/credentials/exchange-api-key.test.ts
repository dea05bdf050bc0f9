import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from '../../../database/sql.ts'
import { approveDevice, requestDevice, claimDevice } from '../../../../test/devices.ts'
import { type Person, type TestServer, oneEngine, startOwnServer } from '../../../../test/harness.ts'
import { mailAbout } from '../../../../test/mail-about.ts'
import { type TestMailServer, startMailServer } from '../../../../test/partners/mail.ts'

for (const engine of oneEngine) {
  describe(`the API key exchange, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let mailbox: TestMailServer
    before(async () => {
      mailbox = await startMailServer()
      server = await startOwnServer(engine, { SMTP_URL: mailbox.url })
    })
    beforeEach(async () => {
      ada = await server.register('Ada')
    })
    after(async () => {
      await server.stop()
      await mailbox.close()
    })

    const exchange = (proof: { email?: string; password?: string; deviceCode?: string }) =>
      server.anonymous('credentials.exchangeApiKey', { name: 'laptop', ...proof })
    const keysOf = async (person: Person) => (await person.call('credentials.listApiKeys', {})).items

    it('exchanges a password for a working API key', async () => {
      const { email, password } = ada
      const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
      const key = await server.anonymous('credentials.exchangeApiKey', {
        email,
        password,
        name: 'laptop',
        scopes: ['read'],
        expiresAt,
      })
      assert.deepEqual([key.name, key.scopes, key.expiresAt], ['laptop', ['read'], expiresAt])
      const me = await server.client(key.value)('accounts.getMe', {})
      assert.deepEqual([me.user.id, me.organization?.id], [ada.user.id, ada.organization.id])
      assert.deepEqual(
        (await keysOf(ada)).map(({ id }) => id),
        [key.id],
      )
    })

    it('records the new key privately with the user as actor', async () => {
      const { email, password } = ada
      const key = await exchange({ email, password })
      const { items } = await ada.call('activity.listEvents', { limit: 200 })
      const created = items.find(({ subject }) => subject.id === key.id)!
      assert.deepEqual(
        [created.type, created.actor.kind, created.actor.id],
        ['api_key.created', 'user', ada.user.id],
      )
    })

    it('notifies the user of the new key by email', async () => {
      const { email, password } = ada
      await exchange({ email, password })
      const mail = await mailAbout(mailbox, email, /^An API key was created for your account on Baton$/)
      assert.match(mail.text, /The API key "laptop" can act for you\./)
      assert.ok(!/svc_live_/.test(mail.raw), 'the email does not contain the value')
    })

    it('exchanges an approved device code once', async () => {
      const { deviceCode } = await approveDevice(server, ada)
      const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => exchange({ deviceCode })))
      assert.equal(attempts.filter(({ status }) => status === 'fulfilled').length, 1)
      assert.equal((await keysOf(ada)).length, 1)
      const poll = server.anonymous('deviceFlow.poll', { device_code: deviceCode })
      await assert.rejects(poll, { code: 'invalid_grant' })
    })

    it('rejects a device code that is unknown, pending or denied', async () => {
      await assert.rejects(exchange({ deviceCode: 'x' }), { status: 400, code: 'invalid_grant' })
      const { deviceCode } = await requestDevice(server)
      await assert.rejects(exchange({ deviceCode }), { status: 400, code: 'authorization_pending' })
      await assert.rejects(exchange({ deviceCode }), { status: 400, code: 'slow_down' })
      const denied = await claimDevice(server, ada)
      await ada.call('deviceFlow.approve', { userCode: denied.userCode, approve: false })
      await assert.rejects(exchange({ deviceCode: denied.deviceCode }), {
        status: 400,
        code: 'access_denied',
      })
      assert.deepEqual(await keysOf(ada), [])
    })

    it('rejects a wrong password and an unknown user with the same error', async () => {
      const wrong = exchange({ email: ada.email, password: 'not the password' })
      await assert.rejects(wrong, { status: 401, code: 'wrong_login' })
      const unknown = exchange({ email: 'unused@example.com', password: ada.password })
      await assert.rejects(unknown, { status: 401, code: 'wrong_login' })
    })

    it('rejects a suspended user with either proof', async () => {
      const { deviceCode } = await approveDevice(server, ada)
      await server.app.database.run(sql`update users set suspended_at = now() where id = ${ada.user.id}`)
      const { email, password } = ada
      await assert.rejects(exchange({ email, password }), { status: 403, code: 'suspended' })
      await assert.rejects(exchange({ deviceCode }), { status: 403, code: 'suspended' })
    })

    it('rejects incomplete proofs and combinations of a password and a device code', async () => {
      const { deviceCode } = await approveDevice(server, ada)
      const { email, password } = ada
      for (const proof of [
        {},
        { email },
        { password },
        { email, deviceCode },
        { email, password, deviceCode },
      ])
        await assert.rejects(exchange(proof), { status: 400, code: 'invalid_input' })
      assert.deepEqual(await keysOf(ada), [])
    })

    it('rejects a body with the id of another user', async () => {
      const bob = await server.register('Bob')
      const { email, password } = ada
      const foreign = { email, password, name: 'x', userId: bob.user.id } as never
      await assert.rejects(server.anonymous('credentials.exchangeApiKey', foreign), { code: 'invalid_input' })
      assert.deepEqual(await keysOf(bob), [])
    })
  })

  it(`limits password attempts at the key exchange but not device polls, on ${engine}`, async () => {
    const server = await startOwnServer(engine, { RATE_LIMIT_SIGN_IN: '3' })
    const guess = () =>
      server.anonymous('credentials.exchangeApiKey', {
        name: 'x',
        email: 'ada@example.com',
        password: 'a guess',
      })
    const guesses = await Promise.allSettled(Array.from({ length: 30 }, guess))
    const codes = guesses.map((each) => (each as PromiseRejectedResult).reason.code as string)
    // A new minute may start during the test and allow three more attempts.
    assert.ok(codes.filter((code) => code === 'wrong_login').length <= 6)
    for (let poll = 0; poll < 10; poll++) {
      const attempt = server.anonymous('credentials.exchangeApiKey', { name: 'x', deviceCode: 'unknown' })
      await assert.rejects(attempt, { code: 'invalid_grant' })
    }
    await server.stop()
  })
}
