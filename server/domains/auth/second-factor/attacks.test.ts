import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { approveDevice, claimDevice } from '../../../../test/devices.ts'
import { type Person, oneEngine } from '../../../../test/harness.ts'
import { mailAbout } from '../../../../test/mail-about.ts'
import {
  type AuthenticatorApp,
  passFirstFactor,
  post,
  setUpTotp,
  signInFully,
} from '../../../../test/second-factor.ts'
import { type ServerWithMail, startWithMail } from '../../../../test/with-mail.ts'
import { sql } from '../../../database/sql.ts'
import { createEmailToken } from '../accounts/email-tokens.ts'

const wrong = { code: 'wrong_second_factor', status: 401 }
const expired = { code: 'sign_in_expired', status: 401 }

for (const engine of oneEngine) {
  describe(`attacks on the second factor, on ${engine}`, () => {
    let server: ServerWithMail
    let ada: Person
    let app: AuthenticatorApp
    before(async () => {
      server = await startWithMail(engine)
    })
    after(() => server.stop())

    const as = (token: string) => server.client(token)
    const finish = (request: string, code: string) =>
      server.anonymous('secondFactor.finish', { request, code })
    async function registerProtected(name = 'Ada') {
      ada = await server.verified(name)
      app = await setUpTotp(server, ada)
    }
    const wrongCode = (code: string) => (code === '000000' ? '111111' : '000000')

    it('rejects a used code and every older code', async () => {
      await registerProtected()
      const [first, second, third] = await Promise.all([1, 2, 3].map(() => passFirstFactor(server, ada)))
      await assert.rejects(finish(first!.request, app.firstCode), wrong)
      const next = app.codeNow(1)
      await finish(first!.request, next)
      await assert.rejects(finish(second!.request, next), wrong)
      await assert.rejects(finish(third!.request, app.codeNow(-1)), wrong)
    })

    it('accepts one of several concurrent requests with the same code', async () => {
      await registerProtected()
      const pending = await Promise.all([1, 2, 3, 4].map(() => passFirstFactor(server, ada)))
      const code = await app.code()
      const sent = await Promise.allSettled(pending.map(({ request }) => finish(request, code)))
      assert.equal(sent.filter(({ status }) => status === 'fulfilled').length, 1)
    })

    it('rejects a request that was used, has expired or never existed', async () => {
      await registerProtected()
      const { request } = await passFirstFactor(server, ada)
      await finish(request, await app.code())
      await assert.rejects(finish(request, await app.code()), expired)
      const late = await passFirstFactor(server, ada)
      await server.app.database.run(
        sql`update second_factor_requests set expires_at = now() - interval '1 second' where user_id = ${ada.user.id}`,
      )
      await assert.rejects(finish(late.request, await app.code()), expired)
      await assert.rejects(finish('a request of the attacker', await app.code()), expired)
    })

    it("rejects a user's code with the request of another user", async () => {
      await registerProtected()
      const mallory = await server.verified('Mallory')
      const malloryApp = await setUpTotp(server, mallory)
      const { request } = await passFirstFactor(server, ada)
      await assert.rejects(finish(request, await malloryApp.code()), wrong)
      await assert.rejects(
        server.anonymous('secondFactor.finish', { request, recoveryCode: malloryApp.recoveryCodes[0]! }),
        wrong,
      )
    })

    it('ends a request after five wrong attempts, emails the user and limits guesses across requests', async () => {
      await registerProtected()
      const guess = async (request: string) =>
        finish(request, wrongCode(app.codeNow())).catch((e: unknown) => e)
      const { request } = await passFirstFactor(server, ada)
      const codes = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => guess(request)))
      assert.deepEqual(codes.map((error) => (error as { code: string }).code).toSorted(), [
        ...Array<string>(2).fill('sign_in_expired'),
        ...Array<string>(5).fill('wrong_second_factor'),
      ])
      await assert.rejects(finish(request, await app.code()), expired)
      await mailAbout(server.mails, ada.email, /failed at the second factor/)
      for (let requests = 0; requests < 3; requests++) {
        const more = await passFirstFactor(server, ada)
        for (let tries = 0; tries < 5; tries++) await guess(more.request)
        await server.app.database.run(sql`delete from rate_limits`)
      }
      const last = await passFirstFactor(server, ada)
      await assert.rejects(finish(last.request, await app.code()), { code: 'rate_limited' })
      // A recovery code still works for the user, because it cannot be guessed.
      await server.anonymous('secondFactor.finish', {
        request: last.request,
        recoveryCode: app.recoveryCodes[0]!,
      })
    })

    it("ignores another user's remembered device and an invented token", async () => {
      await registerProtected()
      const mallory = await server.verified('Mallory')
      const malloryApp = await setUpTotp(server, mallory)
      const { request } = await passFirstFactor(server, mallory)
      const body = { request, code: await malloryApp.code(), remember: true }
      const { cookie } = await post(server, '/api/auth/second-factor', body)
      const { email, password } = ada
      for (const sent of [cookie, cookie.replace(/=.*/, '=made-up')]) {
        const response = await post(server, '/api/auth/login', { email, password }, sent)
        assert.equal(response.token, undefined)
        assert.ok(response.secondFactor)
      }
    })

    it('rejects a request with two second factors or none', async () => {
      await registerProtected()
      const { request } = await passFirstFactor(server, ada)
      const invalid = { code: 'invalid_input' }
      await assert.rejects(server.anonymous('secondFactor.finish', { request }), invalid)
      const both = { request, code: await app.code(), recoveryCode: app.recoveryCodes[0]! }
      await assert.rejects(server.anonymous('secondFactor.finish', both), invalid)
    })

    it('rejects operations that need a recent sign-in for a login on a remembered device', async () => {
      await registerProtected()
      const { request } = await passFirstFactor(server, ada)
      const body = { request, code: await app.code(), remember: true }
      const { cookie } = await post(server, '/api/auth/second-factor', body)
      const { email, password } = ada
      const { token } = await post(server, '/api/auth/login', { email, password }, cookie)
      const remembered = as(token!)
      const again = { code: 'sign_in_again' }
      await assert.rejects(remembered('secondFactor.disable', {}), again)
      await assert.rejects(remembered('secondFactor.beginTotp', {}), again)
      await assert.rejects(remembered('secondFactor.replaceRecoveryCodes', {}), again)
      await assert.rejects(remembered('passkeys.beginRegistration', {}), again)
      await assert.rejects(remembered('credentials.createApiKey', { name: 'key' }), again)
      const { userCode } = await claimDevice(server, ada)
      await assert.rejects(remembered('deviceFlow.approve', { userCode }), again)
      // After a logout with "forgetDevice", the next sign-in asks for both factors.
      const response = await fetch(`${server.url}/api/auth/logout`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, Cookie: cookie },
        body: JSON.stringify({ forgetDevice: true }),
      })
      assert.equal(response.status, 200)
      assert.ok((await post(server, '/api/auth/login', { email, password }, cookie)).secondFactor)
    })

    it('rejects turning the second factor off with a login older than an hour', async () => {
      await registerProtected()
      await server.app.database.run(
        sql`update login_sessions set second_factor_at = now() - interval '61 minutes' where user_id = ${ada.user.id}`,
      )
      await assert.rejects(ada.call('secondFactor.disable', {}), { code: 'sign_in_again' })
      await assert.rejects(ada.call('secondFactor.removeTotp', {}), { code: 'sign_in_again' })
    })

    it('rejects an API key for a password alone, and reveals that only for a right password', async () => {
      await registerProtected()
      const { email, password } = ada
      const key = { name: 'key', email }
      await assert.rejects(server.anonymous('credentials.exchangeApiKey', { ...key, password }), {
        code: 'second_factor_needed',
      })
      await assert.rejects(server.anonymous('credentials.exchangeApiKey', { ...key, password: 'wrong' }), {
        code: 'wrong_login',
      })
      const token = await signInFully(server, ada, app)
      const { deviceCode } = await approveDevice(server, { ...ada, call: as(token) })
      assert.ok((await server.anonymous('credentials.exchangeApiKey', { name: 'key', deviceCode })).value)
    })

    it('dates the sign-in of a device by the second factor of its approval', async () => {
      await registerProtected()
      const { deviceCode } = await approveDevice(server, ada)
      await server.app.database.run(
        sql`update device_requests set second_factor_at = now() - interval '61 minutes' where claimed_by = ${ada.user.id}`,
      )
      const { access_token } = await server.anonymous('deviceFlow.poll', { device_code: deviceCode })
      await as(access_token)('accounts.getMe', {})
      await assert.rejects(as(access_token)('secondFactor.disable', {}), { code: 'sign_in_again' })
    })

    it('voids a device approval that is older than the second factor', async () => {
      const grace = await server.verified('Grace')
      const { deviceCode } = await approveDevice(server, grace)
      await setUpTotp(server, grace)
      await assert.rejects(server.anonymous('deviceFlow.poll', { device_code: deviceCode }), {
        code: 'invalid_grant',
      })
    })

    it('keeps the second factor after a password reset and ends pending sign-ins', async () => {
      await registerProtected()
      const waiting = await passFirstFactor(server, ada)
      const token = await createEmailToken(server.app.database, 'reset_password', ada.user.id, ada.email)
      const password = 'a password that is hard to guess'
      await server.anonymous('accounts.resetPassword', { token, password })
      await assert.rejects(finish(waiting.request, await app.code()), expired)
      assert.ok((await post(server, '/api/auth/login', { email: ada.email, password })).secondFactor)
    })

    it('removes the second factor of a squatter when the owner verifies the address', async () => {
      // Otherwise an attacker could register with a foreign address and lock its owner out.
      const { person } = await server.newcomer('Squatter')
      await setUpTotp(server, person)
      const token = await createEmailToken(server.app.database, 'magic_link', person.user.id, person.email)
      assert.ok((await server.anonymous('magicLinks.verify', { token })).token)
    })
  })
}
