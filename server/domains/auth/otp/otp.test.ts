import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { codeIn } from '../../../../test/partners/mail.ts'
import { type ServerWithMail, stages, startWithMail, successes } from '../../../../test/with-mail.ts'
import { sql } from '../../../database/sql.ts'

for (const { engine, backend } of stages) {
  describe(`one-time codes, on ${engine}, ${backend} backend`, () => {
    let server: ServerWithMail
    before(async () => {
      server = await startWithMail(engine, {}, backend)
    })
    after(() => server.stop())

    const database = () => server.app.database
    const verify = (request: string, code: string) => server.anonymous('otp.verify', { request, code })
    async function requestCode(email: string) {
      const { request } = await server.anonymous('otp.send', { email })
      return { request, code: codeIn(await server.mails.next(email)) }
    }
    const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

    it('signs in with a code', async () => {
      const { person } = await server.newcomer('Ada')
      const { request, code } = await requestCode(person.email)
      const { token, user } = await verify(request, code)
      assert.equal(user.id, person.user.id)
      const { items } = await server.client(token)('logins.list', {})
      assert.equal(items[0]!.method, 'code')
    })

    it('returns the same response for an unknown address and sends nothing', async () => {
      const { person } = await server.newcomer('Bea')
      const known = await server.anonymous('otp.send', { email: person.email })
      const unknown = await server.anonymous('otp.send', { email: 'unknown@example.com' })
      assert.deepEqual(Object.keys(known), Object.keys(unknown))
      assert.equal(known.request.length, unknown.request.length)
      await assert.rejects(verify(unknown.request, '000000'), { code: 'wrong_code', status: 401 })
      const rows = await database().run(
        sql`select user_id from email_codes where email = 'unknown@example.com'`,
      )
      assert.deepEqual(rows, [{ user_id: null }])
    })

    it('allows at most 5 attempts under 200 parallel guesses', async () => {
      const { person } = await server.newcomer('Cleo')
      const { request, code } = await requestCode(person.email)
      const guesses = Array.from({ length: 200 }, () => verify(request, wrongCode(code)))
      assert.equal((await successes(guesses, 'wrong_code')).length, 0)
      const [row] = await database().run<{ tries: number }>(
        sql`select tries from email_codes where email = ${person.email}`,
      )
      assert.equal(row!.tries, 5)
      await assert.rejects(verify(request, code), { code: 'wrong_code' }, 'the right code is void')
    })

    it('accepts one of several parallel uses of a code', async () => {
      const { person } = await server.newcomer('Dora')
      const { request, code } = await requestCode(person.email)
      const attempts = Array.from({ length: 5 }, () => verify(request, code))
      assert.equal((await successes(attempts, 'wrong_code')).length, 1)
    })

    it('rejects a code with the secret of another request', async () => {
      const { person } = await server.newcomer('Eve')
      const { code } = await requestCode(person.email)
      const stranger = await server.newcomer('Mallory')
      const foreign = await requestCode(stranger.person.email)
      if (foreign.code !== code) await assert.rejects(verify(foreign.request, code), { code: 'wrong_code' })
      await assert.rejects(verify('invented', code), { code: 'wrong_code' })
    })

    it('rejects a code after the next one was sent and after it expired', async () => {
      const { person } = await server.newcomer('Fay')
      const first = await requestCode(person.email)
      const second = await requestCode(person.email)
      await assert.rejects(verify(first.request, first.code), { code: 'wrong_code' })
      await database().run(sql`update email_codes set expires_at = now() where email = ${person.email}`)
      await assert.rejects(verify(second.request, second.code), { code: 'wrong_code' })
    })

    it('sends at most five codes an hour to one address', async () => {
      for (const email of ['stranger@example.com', (await server.newcomer('Gwen')).person.email]) {
        for (let count = 0; count < 5; count++) await server.anonymous('otp.send', { email })
        await assert.rejects(server.anonymous('otp.send', { email }), { code: 'rate_limited', status: 429 })
      }
    })

    it("removes a squatter's credentials when the real owner of the address signs in", async () => {
      const { person: squatter } = await server.newcomer('Hope')
      const agent = await squatter.call('credentials.createApiKey', { name: 'for later' })
      assert.match((await server.mails.next(squatter.email)).subject, /API key was created/)
      const { request, code } = await requestCode(squatter.email)
      await verify(request, code)
      assert.match(
        (await server.mails.next(squatter.email)).text,
        /We removed its password, passkeys, second factor and keys/,
      )
      await assert.rejects(squatter.call('accounts.getMe', {}), { code: 'invalid_credential' })
      await assert.rejects(server.client(agent.value)('accounts.getMe', {}), {
        code: 'invalid_credential',
      })
      const { email, password } = squatter
      await assert.rejects(server.anonymous('accounts.logIn', { email, password }), { code: 'wrong_login' })
    })

    it('rejects a suspended user', async () => {
      const { person } = await server.newcomer('Ida')
      const { request, code } = await requestCode(person.email)
      await database().run(sql`update users set suspended_at = now() where id = ${person.user.id}`)
      await assert.rejects(verify(request, code), { code: 'suspended', status: 403 })
    })
  })
}
