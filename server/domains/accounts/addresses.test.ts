import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { clientFor } from '../../../test/harness.ts'
import { tokenIn } from '../../../test/partners/mail.ts'
import { type ServerWithMail, stages, startOwnWithMail } from '../../../test/with-mail.ts'
import { signUp } from '../../../test/sign-up.ts'

for (const { engine, backend } of stages) {
  describe(`e-mail addresses, on ${engine}, ${backend} backend`, () => {
    let server: ServerWithMail
    before(async () => {
      server = await startOwnWithMail(engine, { ADMIN_EMAIL: 'root@example.com' }, backend)
    })
    after(() => server.stop())

    const isVerified = async (id: string) => {
      const [row] = await server.app.database.run<{ at: string | null }>(
        'select email_verified_at as at from users where id = $1',
        [id],
      )
      return row!.at !== null
    }

    it('are verified by the link that a newcomer gets, once', async () => {
      const { person, welcome } = await server.newcomer('Ada')
      assert.equal(await isVerified(person.user.id), false)
      await person.call('accounts.verifyEmail', { token: tokenIn(welcome) })
      assert.equal(await isVerified(person.user.id), true)
      await assert.rejects(person.call('accounts.verifyEmail', { token: tokenIn(welcome) }), {
        code: 'wrong_link',
      })
    })

    it('can be asked about again, which ends the link before', async () => {
      const { person, welcome } = await server.newcomer('Bea')
      await person.call('accounts.sendVerification', {})
      const again = await server.mails.next(person.email)
      await assert.rejects(person.call('accounts.verifyEmail', { token: tokenIn(welcome) }), {
        code: 'wrong_link',
      })
      await person.call('accounts.verifyEmail', { token: tokenIn(again) })
    })

    it('whoever gets the link without the account cannot verify it for whoever made the account', async () => {
      const { person: mallory, welcome } = await server.newcomer('Mallory')
      const { person: victim } = await server.newcomer('Cleo')
      const token = tokenIn(welcome)
      await assert.rejects(server.anonymous('accounts.verifyEmail', { token }), { code: 'unauthenticated' })
      await assert.rejects(victim.call('accounts.verifyEmail', { token }), { code: 'wrong_link' })
      assert.equal(await isVerified(mallory.user.id), false)
      // Nor at the external backend, which would take anybody for the owner of the address who follows the link.
      const there = server.gotrue?.users.byEmail(mallory.email)
      assert.equal(there?.confirmedAt ?? null, null)
    })

    it('the one of ADMIN_EMAIL makes an administrator only of whoever receives its mail', async () => {
      const newcomer = { name: 'Root', email: 'root@example.com', password: 'the password of the root' }
      const { token } = await signUp(server.anonymous, newcomer)
      const root = clientFor(server.url, token)
      assert.equal((await root('accounts.getMyRole', {})).role, 'user')
      await root('accounts.verifyEmail', { token: tokenIn(await server.mails.next('root@example.com')) })
      assert.equal((await root('accounts.getMyRole', {})).role, 'admin')
    })

    it('change when the new one answers, and the old one is told', async () => {
      const person = await server.verified('Dora')
      const { email: old, password } = person
      const email = 'dora.new@example.com'
      await person.call('accounts.changeEmail', { email })
      const token = tokenIn(await server.mails.next(email))
      await server.anonymous('accounts.logIn', { email: old, password })
      assert.equal((await person.call('accounts.verifyEmail', { token })).email, email)
      assert.match((await server.mails.next(old)).text, /dora\.new@example\.com/)
      await server.anonymous('accounts.logIn', { email, password })
      await assert.rejects(server.anonymous('accounts.logIn', { email: old, password }), {
        code: 'wrong_login',
      })
    })

    it('of somebody else are not taken, and asking does not tell that they exist', async () => {
      const { person: ada } = await server.newcomer('Eve')
      const { person: mallory } = await server.newcomer('Mallory')
      const known = await mallory.call('accounts.changeEmail', { email: ada.email })
      assert.deepEqual(known, await mallory.call('accounts.changeEmail', { email: 'nobody@example.com' }))
      assert.match((await server.mails.next(ada.email)).subject, /already have an account/)
    })

    it('get the same response to a registration whether or not they have an account', async () => {
      // The external backend decides itself what it answers.
      if (backend === 'external') return
      const { person: ada } = await server.newcomer('Ada')
      const registerWith = (email: string) =>
        server.anonymous('accounts.register', { name: 'Newcomer', email, password: 'a long enough password' })
      const unknown = await registerWith('unknown@example.com')
      assert.deepEqual(unknown, { sent: true })
      assert.deepEqual(await registerWith(ada.email), unknown)
      assert.match((await server.mails.next('unknown@example.com')).subject, /Confirm your email address/)
      assert.match((await server.mails.next(ada.email)).subject, /already have an account/)
      await server.anonymous('accounts.logIn', { email: ada.email, password: ada.password })
    })

    it('that somebody registers while the link is under way stay theirs', async () => {
      const { person } = await server.newcomer('Fay')
      const email = 'quicker@example.com'
      await person.call('accounts.changeEmail', { email })
      const token = tokenIn(await server.mails.next(email))
      await signUp(server.anonymous, { name: 'Quick', email, password: 'the password of Quick' })
      await assert.rejects(person.call('accounts.verifyEmail', { token }), {
        code: 'already_taken',
        status: 409,
      })
    })
  })
}
