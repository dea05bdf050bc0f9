import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { mailAbout } from '../../../../test/mail-about.ts'
import { until } from '../../../../test/poll.ts'
import { tokenIn } from '../../../../test/partners/mail.ts'
import { type ServerWithMail, stages, startWithMail, successes } from '../../../../test/with-mail.ts'
import { signUp } from '../../../../test/sign-up.ts'

const fresh = 'a password no one has guessed'

for (const { engine, backend } of stages) {
  describe(`passwords, on ${engine}, ${backend} backend`, () => {
    let server: ServerWithMail
    before(async () => {
      server = await startWithMail(engine, {}, backend)
    })
    after(() => server.stop())

    const reset = (token: string, password = fresh) =>
      server.anonymous('accounts.resetPassword', { token, password })
    async function requestReset(email: string) {
      await server.anonymous('accounts.forgotPassword', { email })
      // New keys and tokens send emails too.
      return tokenIn(await mailAbout(server.mails, email, /^(?!.*was created)/))
    }

    it('rejects common passwords and passwords derived from the name or address', async () => {
      const weak = [
        '1234567890',
        'qwertyuiop',
        'aaaaaaaaaaaa',
        'abcabcabcabc',
        'password123456',
        'ada.lovelace1',
        'baton12345',
      ]
      for (const password of weak) {
        const newcomer = { name: 'Ada', email: 'ada.lovelace@example.com', password }
        await assert.rejects(
          signUp(server.anonymous, newcomer),
          (problem: { errors: { path: string }[] }) => {
            assert.deepEqual(
              problem.errors.map(({ path }) => path),
              ['password'],
              password,
            )
            return true
          },
        )
      }
    })

    it('accepts long passwords with any characters and does not truncate them', async () => {
      const password = `${'ä long sentence, '.repeat(20)}🙂`
      const bea = { name: 'Bea', email: 'bea@example.com', password }
      const registered = signUp(server.anonymous, bea)
      // The external backend hashes with bcrypt, which is limited to 72 bytes. Longer passwords are rejected, not
      // truncated.
      if (backend === 'external') return assert.rejects(registered, { code: 'invalid_input' })
      const { email } = (await registered).user
      await server.anonymous('accounts.logIn', { email, password })
      await assert.rejects(server.anonymous('accounts.logIn', { email, password: password.slice(0, 72) }), {
        code: 'wrong_login',
      })
    })

    it('resets a password with a link, and only one of 50 parallel uses succeeds', async () => {
      const { person } = await server.newcomer('Cleo')
      const token = await requestReset(person.email)
      assert.equal(
        (
          await successes(
            Array.from({ length: 50 }, () => reset(token)),
            'wrong_link',
          )
        ).length,
        1,
      )
      const { email, password } = person
      await assert.rejects(server.anonymous('accounts.logIn', { email, password }), { code: 'wrong_login' })
      await server.anonymous('accounts.logIn', { email, password: fresh })
    })

    it('ends every session and stream with a reset', async () => {
      const person = await server.verified('Dora')
      const { value } = await person.call('credentials.createMcpToken', { name: 'agent' })
      const stream = await fetch(`${server.url}/mcp/sse`, { headers: { Authorization: `Bearer ${value}` } })
      const reader = stream.body!.getReader()
      await reader.read()
      const waiting = person.call('activity.listEvents', { cursor: 'latest', wait: 25 })
      const rejected = assert.rejects(waiting, { code: 'invalid_credential' })
      await until(async () => /door="events"\} 1/.test(await server.app.metrics.text()))
      await reset(await requestReset(person.email))
      await rejected
      while (!(await reader.read()).done);
      await assert.rejects(person.call('accounts.getMe', {}), { code: 'invalid_credential', status: 401 })
    })

    it('revokes every API key and MCP token with a reset, and says so in the email', async () => {
      const person = await server.verified('Ines')
      const { id } = await person.call('organizations.create', { name: 'Another of Ines' })
      const keys = [
        await person.call('credentials.createApiKey', { name: 'here' }),
        await person.call('credentials.createApiKey', { name: 'elsewhere' }, { organization: id }),
      ]
      const token = await person.call('credentials.createMcpToken', { name: 'agent' })
      await reset(await requestReset(person.email))
      await requireRevoked(keys, token)
      const { text } = await mailAbout(server.mails, person.email, /password for Baton was changed/)
      assert.match(text, /All API keys and MCP tokens of your account were revoked/)
    })

    it('revokes keys and tokens with a password change on request', async () => {
      const person = await server.verified('Jane')
      const keys = [await person.call('credentials.createApiKey', { name: 'key' })]
      const token = await person.call('credentials.createMcpToken', { name: 'agent' })
      const change = { current: person.password, password: fresh }
      await person.call('accounts.changePassword', change)
      await server.client(keys[0]!.value)('accounts.getMe', {})
      const notice = await mailAbout(server.mails, person.email, /password for Baton was changed/)
      assert.match(notice.text, /API keys and MCP tokens of your account still work/)
      await person.call('accounts.changePassword', {
        current: fresh,
        password: `${fresh} twice`,
        revokeCredentials: true,
      })
      await requireRevoked(keys, token)
      await person.call('accounts.getMe', {})
    })

    async function requireRevoked(keys: { value: string }[], token: { value: string }): Promise<void> {
      for (const { value } of keys)
        await assert.rejects(server.client(value)('accounts.getMe', {}), {
          code: 'invalid_credential',
        })
      const headers = { Authorization: `Bearer ${token.value}` }
      assert.equal((await fetch(`${server.url}/mcp/sse`, { headers })).status, 401)
    }

    it('does not consume a link with a rejected password', async () => {
      const { person } = await server.newcomer('Eve')
      const token = await requestReset(person.email)
      await assert.rejects(reset(token, 'qwertyuiop'), { code: 'invalid_input' })
      await reset(token)
    })

    it('revokes credentials of an unverified account with a reset and notifies the owner', async () => {
      const { person: squatter } = await server.newcomer('Fay')
      const key = await squatter.call('credentials.createApiKey', { name: 'kept for later' })
      assert.match((await server.mails.next(squatter.email)).subject, /API key was created/)
      await reset(await requestReset(squatter.email))
      await assert.rejects(server.client(key.value)('accounts.getMe', {}), {
        code: 'invalid_credential',
      })
      const emails = [await server.mails.next(squatter.email), await server.mails.next(squatter.email)]
      assert.deepEqual(emails.map(({ subject }) => subject).toSorted(), [
        'Your email address for Baton is confirmed',
        'Your password for Baton was changed',
      ])
    })

    it('returns the same response for an unknown address', async () => {
      const { person } = await server.newcomer('Gwen')
      const known = await server.anonymous('accounts.forgotPassword', { email: person.email })
      assert.deepEqual(
        known,
        await server.anonymous('accounts.forgotPassword', { email: 'unused@example.com' }),
      )
    })

    it('changes a password with the current one and signs out other devices', async () => {
      const person = await server.verified('Hope')
      const { email, password } = person
      const { token } = await server.anonymous('accounts.logIn', { email, password })
      await assert.rejects(person.call('accounts.changePassword', { password: fresh }), {
        code: 'invalid_input',
      })
      await assert.rejects(person.call('accounts.changePassword', { current: 'wrong', password: fresh }), {
        code: 'invalid_input',
      })
      await person.call('accounts.changePassword', { current: password, password: fresh })
      await person.call('accounts.getMe', {})
      await assert.rejects(server.client(token)('accounts.getMe', {}), { code: 'invalid_credential' })
      await server.anonymous('accounts.logIn', { email, password: fresh })
    })
  })
}
