import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { clientFor } from '../../../test/harness.ts'
import { codeIn } from '../../../test/partners/mail.ts'
import { type ServerWithMail, stages, startWithMail, successes } from '../../../test/with-mail.ts'

for (const { engine, backend } of stages) {
  describe(`one-time codes, on ${engine}, ${backend} backend`, () => {
    let server: ServerWithMail
    before(async () => {
      server = await startWithMail(engine, {}, backend)
    })
    after(() => server.stop())

    const database = () => server.app.database
    const verify = (request: string, code: string) => server.anonymous('otp.verify', { request, code })
    async function ask(email: string) {
      const { request } = await server.anonymous('otp.send', { email })
      return { request, code: codeIn(await server.mails.next(email)) }
    }
    const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

    it('sign in, and prove the address', async () => {
      const { person } = await server.newcomer('Ada')
      const { request, code } = await ask(person.email)
      const { token, user } = await verify(request, code)
      assert.equal(user.id, person.user.id)
      const { items } = await clientFor(server.url, token)('logins.list', {})
      assert.equal(items[0]!.method, 'code')
    })

    it('say the same for an address that nobody has, and send nothing', async () => {
      const { person } = await server.newcomer('Bea')
      const known = await server.anonymous('otp.send', { email: person.email })
      const unknown = await server.anonymous('otp.send', { email: 'nobody@example.com' })
      assert.deepEqual(Object.keys(known), Object.keys(unknown))
      assert.equal(known.request.length, unknown.request.length)
      await assert.rejects(verify(unknown.request, '000000'), { code: 'wrong_code', status: 401 })
      const rows = await database().run(`select user_id from email_codes where email = 'nobody@example.com'`)
      assert.deepEqual(rows, [{ user_id: null }])
    })

    it('200 parallel guesses use up at most 5 tries', async () => {
      const { person } = await server.newcomer('Cleo')
      const { request, code } = await ask(person.email)
      const guesses = Array.from({ length: 200 }, () => verify(request, otherThan(code)))
      assert.equal((await successes(guesses, 'wrong_code')).length, 0)
      const [row] = await database().run<{ tries: number }>(
        `select tries from email_codes where email = $1`,
        [person.email],
      )
      assert.equal(row!.tries, 5)
      await assert.rejects(verify(request, code), { code: 'wrong_code' }, 'the right code comes too late')
    })

    it('work once, whoever is quick', async () => {
      const { person } = await server.newcomer('Dora')
      const { request, code } = await ask(person.email)
      const attempts = Array.from({ length: 5 }, () => verify(request, code))
      assert.equal((await successes(attempts, 'wrong_code')).length, 1)
    })

    it('work only for whoever asked for them', async () => {
      const { person } = await server.newcomer('Eve')
      const { code } = await ask(person.email)
      const stranger = await server.newcomer('Mallory')
      const theirs = await ask(stranger.person.email)
      if (theirs.code !== code) await assert.rejects(verify(theirs.request, code), { code: 'wrong_code' })
      await assert.rejects(verify('invented', code), { code: 'wrong_code' })
    })

    it('end with the next code, and with their ten minutes', async () => {
      const { person } = await server.newcomer('Fay')
      const first = await ask(person.email)
      const second = await ask(person.email)
      await assert.rejects(verify(first.request, first.code), { code: 'wrong_code' })
      await database().run(`update email_codes set expires_at = now() where email = $1`, [person.email])
      await assert.rejects(verify(second.request, second.code), { code: 'wrong_code' })
    })

    it('are sent five times an hour at most, so that asking again does not add tries', async () => {
      for (const email of ['somebody@example.com', (await server.newcomer('Gwen')).person.email]) {
        for (let count = 0; count < 5; count++) await server.anonymous('otp.send', { email })
        await assert.rejects(server.anonymous('otp.send', { email }), { code: 'rate_limited', status: 429 })
      }
    })

    it('take away what was set up by whoever registered with the address of another', async () => {
      const { person: squatter } = await server.newcomer('Hope')
      const agent = await squatter.call('credentials.createApiKey', { name: 'kept for later' })
      assert.match((await server.mails.next(squatter.email)).subject, /API key was created/)
      const { request, code } = await ask(squatter.email)
      await verify(request, code)
      assert.match(
        (await server.mails.next(squatter.email)).text,
        /passkeys, second factor and keys were removed/,
      )
      await assert.rejects(squatter.call('accounts.getMe', {}), { code: 'invalid_credential' })
      await assert.rejects(clientFor(server.url, agent.value)('accounts.getMe', {}), {
        code: 'invalid_credential',
      })
      const { email, password } = squatter
      await assert.rejects(server.anonymous('accounts.logIn', { email, password }), { code: 'wrong_login' })
    })

    it('do not let a suspended person in', async () => {
      const { person } = await server.newcomer('Ida')
      const { request, code } = await ask(person.email)
      await database().run('update users set suspended_at = now() where id = $1', [person.user.id])
      await assert.rejects(verify(request, code), { code: 'suspended', status: 403 })
    })
  })
}
