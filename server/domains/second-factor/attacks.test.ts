import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { approvedDevice, claimedDevice } from '../../../test/devices.ts'
import { type Person, clientFor, oneEngine } from '../../../test/harness.ts'
import { mailAbout } from '../../../test/mail-about.ts'
import {
  type AuthenticatorApp,
  passFirstFactor,
  post,
  setUpTotp,
  signInFully,
} from '../../../test/second-factor.ts'
import { type ServerWithMail, startWithMail } from '../../../test/with-mail.ts'
import { createEmailToken } from '../accounts/email-tokens.ts'

const wrong = { code: 'wrong_second_factor', status: 401 }
const over = { code: 'sign_in_expired', status: 401 }

for (const engine of oneEngine) {
  describe(`attacks on the second factor, on ${engine}`, () => {
    let server: ServerWithMail
    let ada: Person
    let app: AuthenticatorApp
    before(async () => {
      server = await startWithMail(engine)
    })
    after(() => server.stop())

    const as = (token: string) => clientFor(server.url, token)
    const finish = (request: string, code: string) =>
      server.anonymous('secondFactor.finish', { request, code })
    async function protectedAccount(name = 'Ada') {
      ada = await server.verified(name)
      app = await setUpTotp(server, ada)
    }
    const guessesFrom = (code: string) => (code === '000000' ? '111111' : '000000')

    it('rejects a code that was used, and every code that is older', async () => {
      await protectedAccount()
      const [first, second, third] = await Promise.all([1, 2, 3].map(() => passFirstFactor(server, ada)))
      await assert.rejects(finish(first!.request, app.firstCode), wrong)
      const next = app.codeNow(1)
      await finish(first!.request, next)
      await assert.rejects(finish(second!.request, next), wrong)
      await assert.rejects(finish(third!.request, app.codeNow(-1)), wrong)
    })

    it('lets one of several requests in that send the same code at the same moment', async () => {
      await protectedAccount()
      const asked = await Promise.all([1, 2, 3, 4].map(() => passFirstFactor(server, ada)))
      const code = await app.code()
      const sent = await Promise.allSettled(asked.map(({ request }) => finish(request, code)))
      assert.equal(sent.filter(({ status }) => status === 'fulfilled').length, 1)
    })

    it('rejects a request that was used, has expired, or was never made', async () => {
      await protectedAccount()
      const { request } = await passFirstFactor(server, ada)
      await finish(request, await app.code())
      await assert.rejects(finish(request, await app.code()), over)
      const late = await passFirstFactor(server, ada)
      await server.app.database.run(
        `update second_factor_requests set expires_at = now() - interval '1 second' where user_id = $1`,
        [ada.user.id],
      )
      await assert.rejects(finish(late.request, await app.code()), over)
      await assert.rejects(finish('a request of the attacker', await app.code()), over)
    })

    it("rejects a person's code with the request of another", async () => {
      await protectedAccount()
      const mallory = await server.verified('Mallory')
      const theirs = await setUpTotp(server, mallory)
      const { request } = await passFirstFactor(server, ada)
      await assert.rejects(finish(request, await theirs.code()), wrong)
      await assert.rejects(
        server.anonymous('secondFactor.finish', { request, recoveryCode: theirs.recoveryCodes[0]! }),
        wrong,
      )
    })

    it('ends a request after five wrong tries and mails its owner; guessing at many requests ends too', async () => {
      await protectedAccount()
      const guess = async (request: string) =>
        finish(request, guessesFrom(app.codeNow())).catch((e: unknown) => e)
      const { request } = await passFirstFactor(server, ada)
      const codes = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => guess(request)))
      assert.deepEqual(codes.map((each) => (each as { code: string }).code).toSorted(), [
        ...Array<string>(2).fill('sign_in_expired'),
        ...Array<string>(5).fill('wrong_second_factor'),
      ])
      await assert.rejects(finish(request, await app.code()), over)
      await mailAbout(server.mails, ada.email, /failed at the second factor/)
      for (let requests = 0; requests < 3; requests++) {
        const more = await passFirstFactor(server, ada)
        for (let tries = 0; tries < 5; tries++) await guess(more.request)
        await server.app.database.run('delete from rate_limits')
      }
      const last = await passFirstFactor(server, ada)
      await assert.rejects(finish(last.request, await app.code()), { code: 'rate_limited' })
      // The owner still gets in, with what cannot be guessed.
      await server.anonymous('secondFactor.finish', {
        request: last.request,
        recoveryCode: app.recoveryCodes[0]!,
      })
    })

    it("ignores another person's remembered device, and a token that was made up", async () => {
      await protectedAccount()
      const mallory = await server.verified('Mallory')
      const theirs = await setUpTotp(server, mallory)
      const { request } = await passFirstFactor(server, mallory)
      const body = { request, code: await theirs.code(), remember: true }
      const { cookie } = await post(server, '/api/auth/second-factor', body)
      const { email, password } = ada
      for (const sent of [cookie, cookie.replace(/=.*/, '=made-up')]) {
        const answer = await post(server, '/api/auth/login', { email, password }, sent)
        assert.equal(answer.token, undefined)
        assert.ok(answer.secondFactor)
      }
    })

    it('rejects two second factors at once, and none', async () => {
      await protectedAccount()
      const { request } = await passFirstFactor(server, ada)
      const invalid = { code: 'invalid_input' }
      await assert.rejects(server.anonymous('secondFactor.finish', { request }), invalid)
      const both = { request, code: await app.code(), recoveryCode: app.recoveryCodes[0]! }
      await assert.rejects(server.anonymous('secondFactor.finish', both), invalid)
    })

    it('keeps a login on a remembered device from everything that needs a recent sign-in', async () => {
      await protectedAccount()
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
      const { userCode } = await claimedDevice(server, ada)
      await assert.rejects(remembered('deviceFlow.approve', { userCode }), again)
      // Signing in again with "forgetDevice" asks for both factors.
      const response = await fetch(`${server.url}/api/auth/logout`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, Cookie: cookie },
        body: JSON.stringify({ forgetDevice: true }),
      })
      assert.equal(response.status, 200)
      assert.ok((await post(server, '/api/auth/login', { email, password }, cookie)).secondFactor)
    })

    it('keeps a login that is older than an hour from turning it off', async () => {
      await protectedAccount()
      await server.app.database.run(
        `update login_sessions set second_factor_at = now() - interval '61 minutes' where user_id = $1`,
        [ada.user.id],
      )
      await assert.rejects(ada.call('secondFactor.disable', {}), { code: 'sign_in_again' })
      await assert.rejects(ada.call('secondFactor.removeTotp', {}), { code: 'sign_in_again' })
    })

    it('creates no API key for a password alone, and says so only if the password is right', async () => {
      await protectedAccount()
      const { email, password } = ada
      const key = { name: 'key', email }
      await assert.rejects(server.anonymous('credentials.exchangeApiKey', { ...key, password }), {
        code: 'second_factor_needed',
      })
      await assert.rejects(server.anonymous('credentials.exchangeApiKey', { ...key, password: 'wrong' }), {
        code: 'wrong_login',
      })
      const token = await signInFully(server, ada, app)
      const { deviceCode } = await approvedDevice(server, { ...ada, call: as(token) })
      assert.ok((await server.anonymous('credentials.exchangeApiKey', { name: 'key', deviceCode })).value)
    })

    it('signs a device in that was approved with both factors, and no more recently than that', async () => {
      await protectedAccount()
      const { deviceCode } = await approvedDevice(server, ada)
      await server.app.database.run(
        `update device_requests set second_factor_at = now() - interval '61 minutes' where claimed_by = $1`,
        [ada.user.id],
      )
      const { access_token } = await server.anonymous('deviceFlow.poll', { device_code: deviceCode })
      await as(access_token)('accounts.getMe', {})
      await assert.rejects(as(access_token)('secondFactor.disable', {}), { code: 'sign_in_again' })
    })

    it('voids a device that was approved before the second factor was turned on', async () => {
      const grace = await server.verified('Grace')
      const { deviceCode } = await approvedDevice(server, grace)
      await setUpTotp(server, grace)
      await assert.rejects(server.anonymous('deviceFlow.poll', { device_code: deviceCode }), {
        code: 'invalid_grant',
      })
    })

    it('stays on after a password reset, which also ends the sign-ins that wait for it', async () => {
      await protectedAccount()
      const waiting = await passFirstFactor(server, ada)
      const token = await createEmailToken(server.app.database, 'reset_password', ada.user.id, ada.email)
      const password = 'a password nobody has guessed'
      await server.anonymous('accounts.resetPassword', { token, password })
      await assert.rejects(finish(waiting.request, await app.code()), over)
      assert.ok((await post(server, '/api/auth/login', { email: ada.email, password })).secondFactor)
    })

    it('is removed from an account when another person proves the address', async () => {
      // Otherwise an attacker could register with a stranger's address and lock the stranger out.
      const { person } = await server.newcomer('Squatter')
      await setUpTotp(server, person)
      const token = await createEmailToken(server.app.database, 'magic_link', person.user.id, person.email)
      assert.ok((await server.anonymous('magicLinks.verify', { token })).token)
    })
  })
}
