import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type Person, defaultEngine } from '../../../../../test/harness.ts'
import { codeIn, tokenIn } from '../../../../../test/partners/mail.ts'
import { withRegistration } from '../../../../../test/registration.ts'
import { type ServerWithMail, startOwnWithMail } from '../../../../../test/with-mail.ts'
import { eraseAccounts } from '../erase-accounts.ts'
import { signUp } from '../../../../../test/sign-up.ts'
import { sql } from '../../../../database/sql.ts'

const fresh = 'a password no one has guessed'

// Tests next to the operations cover the behaviour of both backends. These cover the external one only.
describe('the external auth backend', () => {
  let server: ServerWithMail
  before(async () => {
    server = await startOwnWithMail(defaultEngine, {}, 'external')
    await server.register('Admin')
  })
  after(() => server.stop())

  const users = () => server.gotrue!.users
  const database = () => server.app.database
  const addressOf = (name: string) => `${name}-${randomUUID().slice(0, 8)}@example.com`
  const register = (email: string, password = fresh) =>
    signUp(server.anonymous, { name: 'User', email, password })
  const logIn = (email: string, password = fresh) => server.anonymous('accounts.logIn', { email, password })
  const meOf = (token: string) => server.client(token)('accounts.getMe', {})
  /** Creates a user at the backend who has no account here. */
  function createBackendUser(name: string, { confirmed = true } = {}) {
    const user = users().create(addressOf(name), fresh, { name })
    if (confirmed) users().confirm(user)
    return user
  }
  const backendUserOf = (person: Pick<Person, 'email'>) => users().byEmail(person.email)!

  it('stores the password at the backend only', async () => {
    const ada = await server.verified('Ada')
    const [row] = await database().run(sql`select password_hash from users where id = ${ada.user.id}`)
    assert.deepEqual(row, { password_hash: null })
    const { user } = await ada.call('accounts.getMe', {})
    assert.deepEqual([user.hasPassword, user.emailVerified], [true, true])
    assert.deepEqual(backendUserOf(ada).metadata.name, 'Ada')
    assert.equal((await server.anonymous('accounts.getSignInOptions', {})).mail, true)
  })

  it('creates an account at the first login of a backend user', async () => {
    const { email } = createBackendUser('Bea')
    const first = await logIn(email)
    assert.deepEqual([first.user.name, first.user.email], ['Bea', email])
    assert.equal((await meOf(first.token)).user.emailVerified, true)
    assert.equal((await logIn(email)).user.id, first.user.id)
  })

  it('creates no account and no backend user while registration is closed', async () => {
    const known = createBackendUser('Cleo')
    const newcomer = addressOf('cleo')
    await withRegistration(server, { mode: 'closed' }, async () => {
      await assert.rejects(logIn(known.email), { code: 'registration_closed', status: 403 })
      await assert.rejects(register(newcomer), { code: 'registration_closed' })
    })
    assert.equal(users().byEmail(newcomer), undefined)
  })

  it('rejects a login before the address is confirmed, and says so only for the correct password', async () => {
    const { person } = await server.newcomer('Dora')
    const { email, password } = person
    await assert.rejects(logIn(email, password), { code: 'address_unconfirmed', status: 403 })
    await assert.rejects(logIn(email, 'a wrong password'), { code: 'wrong_login', status: 401 })
  })

  it('adopts an address confirmation of the backend at the next login and keeps existing keys', async () => {
    const { person } = await server.newcomer('Eve')
    const { value } = await person.call('credentials.createApiKey', { name: 'created before' })
    users().confirm(backendUserOf(person))
    const { token } = await logIn(person.email, person.password)
    assert.equal((await meOf(token)).user.emailVerified, true)
    await server.client(value)('accounts.getMe', {})
  })

  it('maps signup errors of the backend to its own error codes', async () => {
    const taken = { code: 'already_taken', status: 409 }
    await assert.rejects(
      register(createBackendUser('Fay').email),
      taken,
      'the backend responds to a confirmed user as to a new one',
    )
    await assert.rejects(register((await server.verified('Gwen')).email), taken)
    await assert.rejects(register(addressOf('hope'), 'weak but long enough'), (problem: Problem) => {
      assert.deepEqual([problem.code, problem.errors[0]!.path], ['invalid_input', 'password'])
      return true
    })
    for (const [error_code, code] of [
      ['signup_disabled', 'registration_closed'],
      ['email_address_invalid', 'invalid_input'],
      ['user_already_exists', 'already_taken'],
      ['over_email_send_rate_limit', 'rate_limited'],
    ] as const) {
      const status = code === 'rate_limited' ? 429 : 422
      server.gotrue!.interfere = (binding) =>
        binding === 'POST /signup' ? { status, body: { code: status, error_code, msg: 'No.' } } : undefined
      await assert.rejects(register(addressOf('ida')), { code }).finally(() => {
        server.gotrue!.interfere = null
      })
    }
  })

  it('rejects a user banned at the backend without giving the reason', async () => {
    const kate = await server.verified('Kate')
    backendUserOf(kate).bannedUntil = Date.now() + 60_000
    await assert.rejects(logIn(kate.email, kate.password), { code: 'wrong_login' })
  })

  it('exchanges a backend password for an API key', async () => {
    const { email } = createBackendUser('Lea')
    const { value } = await server.anonymous('credentials.exchangeApiKey', {
      name: 'cli',
      email,
      password: fresh,
    })
    assert.equal((await meOf(value)).user.email, email)
  })

  it('creates a backend user when an account without a password sets one', async () => {
    const mia = await server.verified('Mia')
    users().all.delete(backendUserOf(mia).id)
    await database().run(sql`delete from identities where user_id = ${mia.user.id}`)
    await mia.call('accounts.changePassword', { password: fresh })
    assert.equal((await logIn(mia.email)).user.id, mia.user.id)
  })

  it('changes the address at the backend, unless another backend user has it', async () => {
    const nina = await server.verified('Nina')
    const changeTo = async (email: string) => {
      await nina.call('accounts.changeEmail', { email })
      return nina.call('accounts.verifyEmail', { token: tokenIn(await server.mails.next(email)) })
    }
    await assert.rejects(changeTo(createBackendUser('Olga').email), { code: 'already_taken', status: 409 })
    const { email } = await changeTo(addressOf('nina'))
    assert.equal((await logIn(email, nina.password)).user.id, nina.user.id)
  })

  it('deletes the backend user of an erased account, even if it is already deleted', async () => {
    for (const name of ['Pia', 'Quinn']) {
      const person = await server.verified(name)
      const { id } = backendUserOf(person)
      await person.call('accounts.delete', { confirm: person.user.username })
      await database().run(sql`update users set erase_at = now() where id = ${person.user.id}`)
      if (name === 'Quinn') users().all.delete(id)
      await eraseAccounts(server.app)
      assert.equal(users().all.has(id), false)
      const [row] = await database().run<{ erased: boolean }>(
        sql`select erased_at is not null as erased from users where id = ${person.user.id}`,
      )
      assert.equal(row!.erased, true)
    }
  })

  it('does not link an unverified backend address to an existing account', async () => {
    const victim = await server.verified('Rosa')
    // One user gives up an address at the backend, and another user registers with it.
    const old = backendUserOf(victim)
    old.email = addressOf('rosa')
    const mallory = users().create(victim.email, fresh, { name: 'Mallory', email_verified: true })
    await assert.rejects(logIn(victim.email), { code: 'address_unconfirmed' })
    // The same holds if the backend signs in unverified users.
    const session = users().startSession(mallory, 'password')
    const token = await server.gotrue!.keys.token(session)
    await assert.rejects(server.client(token)('accounts.getMe', {}), {
      code: 'address_unverified',
      status: 422,
    })
  })

  it('does not verify the account address when the backend verifies a different one', async () => {
    const { person: squatter } = await server.newcomer('Sara')
    const there = backendUserOf(squatter)
    there.email = addressOf('sara')
    const { request } = await server.anonymous('otp.send', { email: there.email })
    const code = codeIn(await server.mails.next(there.email))
    const { token, user } = await server.anonymous('otp.verify', { request, code })
    assert.equal(user.id, squatter.user.id)
    assert.equal((await meOf(token)).user.emailVerified, false)
  })

  it('rejects a registration for an unconfirmed backend user without their password', async () => {
    const { email } = createBackendUser('Tess', { confirmed: false })
    await assert.rejects(register(email, 'the password of Mallory'), { code: 'already_taken' })
    const registered = await register(email)
    assert.equal(registered.user.email, email, 'the password identifies the backend user')
  })

  it('ends existing logins of an unverified account when a verified backend user takes it over', async () => {
    const { person: squatter } = await server.newcomer('Uma')
    users().all.delete(backendUserOf(squatter).id)
    await database().run(sql`delete from identities where user_id = ${squatter.user.id}`)
    users().confirm(users().create(squatter.email, fresh))
    assert.equal((await logIn(squatter.email)).user.id, squatter.user.id)
    await assert.rejects(squatter.call('accounts.getMe', {}), { code: 'invalid_credential' })
  })
})

interface Problem {
  code: string
  errors: { path: string }[]
}
