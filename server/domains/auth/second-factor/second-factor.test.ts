import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { oneEngine } from '../../../../test/harness.ts'
import { mailAbout } from '../../../../test/mail-about.ts'
import { addPasskey } from '../../../../test/partners/authenticator.ts'
import { codeIn } from '../../../../test/partners/mail.ts'
import { passFirstFactor, post, setUpTotp, signInFully } from '../../../../test/second-factor.ts'
import { type ServerWithMail, startWithMail } from '../../../../test/with-mail.ts'
import { sql } from '../../../database/sql.ts'
import { eventsBy } from '../../data-export/accounts/own-work.ts'
import { hashSecret, createEmailToken } from '../accounts/email-tokens.ts'

for (const engine of oneEngine) {
  describe(`second factor, on ${engine}`, () => {
    let server: ServerWithMail
    before(async () => {
      server = await startWithMail(engine)
    })
    after(() => server.stop())

    const as = (token: string) => server.client(token)
    const journal = async (userId: string) =>
      (await eventsBy(server.app.database, userId, server.app.epoch)).map(({ type }) => type)

    it('turns on after a code confirms the app, and signs out every other device', async () => {
      const ada = await server.verified('Ada')
      const { token: elsewhere } = await server.anonymous('accounts.logIn', {
        email: ada.email,
        password: ada.password,
      })
      const { secret, uri } = await ada.call('secondFactor.beginTotp', {})
      assert.match(secret, /^[A-Z2-7]{32}$/)
      assert.ok(uri.startsWith('otpauth://totp/Baton:') && uri.includes(`secret=${secret}`), uri)
      await assert.rejects(ada.call('secondFactor.confirmTotp', { code: '000000' }), {
        code: 'invalid_input',
      })
      assert.equal((await ada.call('secondFactor.get', {})).enabled, false)
      assert.equal((await ada.call('accounts.getMe', {})).secondFactor.enabled, false)

      const { recoveryCodes } = await setUpTotp(server, ada)
      assert.equal(new Set(recoveryCodes).size, 10)
      for (const code of recoveryCodes)
        assert.match(code, /^([0-9a-hjkmnp-tv-z]{4}-){2}[0-9a-hjkmnp-tv-z]{4}$/)
      const state = await ada.call('secondFactor.get', {})
      assert.deepEqual(
        [state.enabled, state.totp !== null, state.passkeys, state.recoveryCodesLeft, state.requiredBy],
        [true, true, 0, 10, null],
      )
      await assert.rejects(as(elsewhere)('accounts.getMe', {}), { code: 'invalid_credential' })
      await mailAbout(server.mails, ada.email, /turned on/)
      assert.ok((await journal(ada.user.id)).includes('second_factor.enabled'))
    })

    it('requires the second factor after a password, a code, a link and a provider', async () => {
      const ada = await server.verified('Ada')
      const app = await setUpTotp(server, ada)
      const { email, password } = ada
      const link = () => createEmailToken(server.app.database, 'magic_link', ada.user.id, email)
      const { request } = await server.anonymous('otp.send', { email })
      const code = codeIn(await mailAbout(server.mails, email, /code/))
      const [ticket, browser] = ['a ticket of the test', 'a browser of the test']
      await server.app.database.run(
        sql`insert into sign_in_tickets (hash, browser_hash, user_id, method, expires_at)
         values (${hashSecret(ticket)}, ${hashSecret(browser)}, ${ada.user.id}, 'github', now() + interval '10 minutes')`,
      )
      const cookie = `baton-oauth-ticket=${encodeURIComponent(browser)}`
      for (const [path, body] of [
        ['/api/auth/login', { email, password }],
        ['/api/auth/otp/verify', { request, code }],
        ['/api/auth/magic-link/verify', { token: await link() }],
        ['/api/auth/oauth/finish', { ticket }],
      ] as const) {
        const first = await post(server, path, body, cookie)
        assert.equal(first.status, 200)
        assert.equal(first.token, undefined, path)
        assert.deepEqual(first.secondFactor!.methods, ['totp', 'recovery_code'])
        const second = await post(server, '/api/auth/second-factor', {
          request: first.secondFactor!.request,
          code: await app.code(),
        })
        assert.equal((await as(second.token!)('accounts.getMe', {})).user.id, ada.user.id)
      }
      assert.equal(
        (await post(server, '/api/auth/login', { email, password: 'a wrong one' })).code,
        'wrong_login',
      )
    })

    it('accepts each recovery code once and sends an email about its use', async () => {
      const ada = await server.verified('Ada')
      const { recoveryCodes } = await setUpTotp(server, ada)
      const { request } = await passFirstFactor(server, ada)
      // Capitals and spaces are accepted.
      const recoveryCode = recoveryCodes[0]!.toUpperCase().replaceAll('-', ' ')
      const done = await server.anonymous('secondFactor.finish', { request, recoveryCode })
      assert.equal(done.recoveryCodesLeft, 9)
      assert.match(
        (await mailAbout(server.mails, ada.email, /recovery code was used/)).text,
        /9 recovery codes are left/,
      )

      const again = await passFirstFactor(server, ada)
      await assert.rejects(
        server.anonymous('secondFactor.finish', { request: again.request, recoveryCode: recoveryCodes[0]! }),
        { code: 'wrong_second_factor', status: 401 },
      )
      const { recoveryCodes: fresh } = await ada.call('secondFactor.replaceRecoveryCodes', {})
      await assert.rejects(
        server.anonymous('secondFactor.finish', { request: again.request, recoveryCode: recoveryCodes[1]! }),
        { code: 'wrong_second_factor' },
      )
      await server.anonymous('secondFactor.finish', { request: again.request, recoveryCode: fresh[0]! })
      assert.equal((await ada.call('secondFactor.get', {})).recoveryCodesLeft, 9)
    })

    it('accepts a passkey of the same account, and a passkey alone as both factors', async () => {
      const ada = await server.verified('Ada')
      const grace = await server.verified('Grace')
      const { authenticator } = await addPasskey(server, ada)
      const { authenticator: other } = await addPasskey(server, grace)
      const { recoveryCodes } = await ada.call('secondFactor.usePasskeys', {})
      assert.equal(recoveryCodes!.length, 10)
      const { request, methods } = await passFirstFactor(server, ada)
      assert.deepEqual(methods, ['passkey', 'recovery_code'])
      const options = () => server.anonymous('passkeys.beginAuthentication', {})
      const finish = (passkey: ReturnType<typeof authenticator.get>) =>
        server.anonymous('secondFactor.finish', { request, passkey })
      await assert.rejects(finish(other.get(await options())), { code: 'wrong_second_factor' })
      await assert.rejects(finish(authenticator.get(await options(), { userVerified: false })), {
        code: 'wrong_second_factor',
      })
      assert.equal((await finish(authenticator.get(await options()))).user.id, ada.user.id)

      const response = authenticator.get(await options())
      const { token } = await server.anonymous('passkeys.finishAuthentication', { response })
      await as(token)('secondFactor.replaceRecoveryCodes', {})
      const { items } = await ada.call('passkeys.list', {})
      // The password remains as sign-in method, but the last second factor must remain too.
      await assert.rejects(ada.call('passkeys.delete', { passkey: items[0]!.id }), {
        code: 'last_second_factor',
      })
      await setUpTotp(server, ada)
      await ada.call('secondFactor.removeTotp', {})
      await setUpTotp(server, ada)
      await ada.call('passkeys.delete', { passkey: items[0]!.id })
      await assert.rejects(ada.call('secondFactor.removeTotp', {}), { code: 'last_second_factor' })
    })

    it('skips the second factor on a remembered device until it is forgotten', async () => {
      const ada = await server.verified('Ada')
      const { email, password } = ada
      const app = await setUpTotp(server, ada)
      const logIn = (cookie: string) => post(server, '/api/auth/login', { email, password }, cookie)
      const remember = async () => {
        const { request } = (await logIn('')).secondFactor!
        const body = { request, code: await app.code(), remember: true }
        return post(server, '/api/auth/second-factor', body)
      }
      const isAsked = async (cookie: string) => (await logIn(cookie)).secondFactor !== undefined

      const { cookie } = await remember()
      assert.equal(await isAsked(cookie), false)
      const { items } = await ada.call('rememberedDevices.list', {})
      assert.deepEqual([items.length, items[0]!.device, items[0]!.current], [1, 'Node.js', false])
      await ada.call('rememberedDevices.forget', { device: items[0]!.id })
      assert.equal(await isAsked(cookie), true)

      // Actions that end logins also forget devices.
      const endings: [name: string, end: (token: string) => Promise<unknown>][] = [
        ['sign out everywhere', () => ada.call('logins.revokeOthers', {})],
        ['another app', () => setUpTotp(server, ada).then(({ code }) => (app.code = code))],
        [
          'another password',
          () => ada.call('accounts.changePassword', { current: password, password, revokeCredentials: true }),
        ],
        [
          'its login is revoked',
          async (token) => {
            const logins = (await as(token)('logins.list', {})).items
            await ada.call('logins.revoke', { login: logins.find(({ current }) => current)!.id })
          },
        ],
      ]
      for (const [name, end] of endings) {
        const { cookie: remembered } = await remember()
        const { token } = await logIn(remembered)
        assert.ok(token, 'the device is remembered')
        await end(token)
        assert.equal(await isAsked(remembered), true, name)
      }
    })

    it('remembers one browser for several users', async () => {
      const [ada, grace] = [await server.verified('Ada'), await server.verified('Grace')]
      let cookie = ''
      for (const person of [ada, grace]) {
        const app = await setUpTotp(server, person)
        const { request } = await passFirstFactor(server, person)
        const body = { request, code: await app.code(), remember: true }
        cookie = (await post(server, '/api/auth/second-factor', body, cookie)).cookie
      }
      for (const { email, password } of [ada, grace])
        assert.ok((await post(server, '/api/auth/login', { email, password }, cookie)).token)
    })

    it('turns off and deletes its data after a sign-in with both factors', async () => {
      const ada = await server.verified('Ada')
      const app = await setUpTotp(server, ada)
      const token = await signInFully(server, ada, app)
      await as(token)('secondFactor.disable', {})
      await mailAbout(server.mails, ada.email, /turned off/)
      const state = await ada.call('secondFactor.get', {})
      assert.deepEqual([state.enabled, state.totp, state.recoveryCodesLeft], [false, null, 0])
      assert.ok(
        (await server.anonymous('accounts.logIn', { email: ada.email, password: ada.password })).token,
      )
      await assert.rejects(ada.call('secondFactor.disable', {}), { code: 'second_factor_off' })
    })

    it('exports the second factor without its secrets', async () => {
      const ada = await server.verified('Ada')
      const app = await setUpTotp(server, ada)
      const { request } = await passFirstFactor(server, ada)
      const token = (
        await server.anonymous('secondFactor.finish', { request, code: await app.code(), remember: true })
      ).token
      const exported = await as(token)('accounts.export', {})
      assert.equal(exported.secondFactor.enabled, true)
      assert.equal(exported.rememberedDevices.length, 1)
      for (const code of app.recoveryCodes) assert.ok(!JSON.stringify(exported).includes(code))
    })
  })
}
