import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { tokenIn } from '../../../../test/partners/mail.ts'
import { type ServerWithMail, stages, startOwnWithMail } from '../../../../test/with-mail.ts'
import { signUp } from '../../../../test/sign-up.ts'
import { sql } from '../../../database/sql.ts'

for (const { engine, backend } of stages) {
  describe(`email addresses, on ${engine}, ${backend} backend`, () => {
    let server: ServerWithMail
    before(async () => {
      server = await startOwnWithMail(engine, { ADMIN_EMAIL: 'root@example.com' }, backend)
    })
    after(() => server.stop())

    const isVerified = async (id: string) => {
      const [row] = await server.app.database.run<{ at: string | null }>(
        sql`select email_verified_at as at from users where id = ${id}`,
      )
      return row!.at !== null
    }

    it('verifies a new address with the emailed link, which works once', async () => {
      const { person, welcome } = await server.newcomer('Ada')
      assert.equal(await isVerified(person.user.id), false)
      await person.call('accounts.verifyEmail', { token: tokenIn(welcome) })
      assert.equal(await isVerified(person.user.id), true)
      await assert.rejects(person.call('accounts.verifyEmail', { token: tokenIn(welcome) }), {
        code: 'wrong_link',
      })
    })

    it('sends another verification link and invalidates the previous one', async () => {
      const { person, welcome } = await server.newcomer('Bea')
      await person.call('accounts.sendVerification', {})
      const again = await server.mails.next(person.email)
      await assert.rejects(person.call('accounts.verifyEmail', { token: tokenIn(welcome) }), {
        code: 'wrong_link',
      })
      await person.call('accounts.verifyEmail', { token: tokenIn(again) })
    })

    it('rejects a verification link without the login of its account', async () => {
      const { person: mallory, welcome } = await server.newcomer('Mallory')
      const { person: victim } = await server.newcomer('Cleo')
      const token = tokenIn(welcome)
      await assert.rejects(server.anonymous('accounts.verifyEmail', { token }), { code: 'unauthenticated' })
      await assert.rejects(victim.call('accounts.verifyEmail', { token }), { code: 'wrong_link' })
      assert.equal(await isVerified(mallory.user.id), false)
      // The external backend must not confirm it either, although it would accept the link from anyone.
      const backendUser = server.gotrue?.users.byEmail(mallory.email)
      assert.equal(backendUser?.confirmedAt ?? null, null)
    })

    it('grants the administrator role for ADMIN_EMAIL only after the address is verified', async () => {
      const newcomer = { name: 'Root', email: 'root@example.com', password: 'the password of the root' }
      const { token } = await signUp(server.anonymous, newcomer)
      const root = server.client(token)
      assert.equal((await root('accounts.getMyRole', {})).role, 'user')
      await root('accounts.verifyEmail', { token: tokenIn(await server.mails.next('root@example.com')) })
      assert.equal((await root('accounts.getMyRole', {})).role, 'admin')
    })

    it('changes the address once the new one is verified, and notifies the old one', async () => {
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

    it('does not reveal that a requested new address already has an account', async () => {
      const { person: ada } = await server.newcomer('Eve')
      const { person: mallory } = await server.newcomer('Mallory')
      const known = await mallory.call('accounts.changeEmail', { email: ada.email })
      assert.deepEqual(known, await mallory.call('accounts.changeEmail', { email: 'unused@example.com' }))
      assert.match((await server.mails.next(ada.email)).subject, /already have an account/)
    })

    it('returns the same response to a registration whether or not the address has an account', async () => {
      // The external backend decides on its own response.
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

    it('rejects a change to an address that another user registered since', async () => {
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
