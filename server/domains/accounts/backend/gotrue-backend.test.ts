import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type Person, clientFor, defaultEngine } from '../../../../test/harness.ts'
import { codeIn, tokenIn } from '../../../../test/partners/mail.ts'
import { withRegistration } from '../../../../test/registration.ts'
import { type ServerWithMail, startOwnWithMail } from '../../../../test/with-mail.ts'
import { eraseAccounts } from '../erase-accounts.ts'
import { signUp } from '../../../../test/sign-up.ts'

const fresh = 'a password nobody has guessed'

// What both backends do alike is told beside the operations; here is what only an external one can come to.
describe('an external backend', () => {
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
    signUp(server.anonymous, { name: 'Somebody', email, password })
  const logIn = (email: string, password = fresh) => server.anonymous('accounts.logIn', { email, password })
  const meOf = (token: string) => clientFor(server.url, token)('accounts.getMe', {})
  /** Somebody who has an account there, and none here. */
  function userThere(name: string, { confirmed = true } = {}) {
    const user = users().create(addressOf(name), fresh, { name })
    if (confirmed) users().confirm(user)
    return user
  }
  const thereOf = (person: Pick<Person, 'email'>) => users().byEmail(person.email)!

  it('keeps the password, and we keep none', async () => {
    const ada = await server.verified('Ada')
    const [row] = await database().run('select password_hash from users where id = $1', [ada.user.id])
    assert.deepEqual(row, { password_hash: null })
    const { user } = await ada.call('accounts.getMe', {})
    assert.deepEqual([user.hasPassword, user.emailVerified], [true, true])
    assert.deepEqual(thereOf(ada).metadata.name, 'Ada')
    assert.equal((await server.anonymous('accounts.getSignInOptions', {})).mail, true)
  })

  it('opens an account here with the first login of whoever has one there', async () => {
    const { email } = userThere('Bea')
    const first = await logIn(email)
    assert.deepEqual([first.user.name, first.user.email], ['Bea', email])
    assert.equal((await meOf(first.token)).user.emailVerified, true)
    assert.equal((await logIn(email)).user.id, first.user.id)
  })

  it('opens none while registration is closed, and then nobody is left behind there', async () => {
    const known = userThere('Cleo')
    const newcomer = addressOf('cleo')
    await withRegistration(server, { mode: 'closed' }, async () => {
      await assert.rejects(logIn(known.email), { code: 'registration_closed', status: 403 })
      await assert.rejects(register(newcomer), { code: 'registration_closed' })
    })
    assert.equal(users().byEmail(newcomer), undefined)
  })

  it('does not let anybody in before their address is confirmed, and says so to nobody but them', async () => {
    const { person } = await server.newcomer('Dora')
    const { email, password } = person
    await assert.rejects(logIn(email, password), { code: 'address_unconfirmed', status: 403 })
    await assert.rejects(logIn(email, 'a wrong password'), { code: 'wrong_login', status: 401 })
  })

  it('may confirm an address in its own way: it is verified here with the next login, and nothing is lost', async () => {
    const { person } = await server.newcomer('Eve')
    const { value } = await person.call('credentials.createApiKey', { name: 'made before' })
    users().confirm(thereOf(person))
    const { token } = await logIn(person.email, person.password)
    assert.equal((await meOf(token)).user.emailVerified, true)
    await clientFor(server.url, value)('accounts.getMe', {})
  })

  it('refuses newcomers in our words', async () => {
    const taken = { code: 'already_taken', status: 409 }
    await assert.rejects(
      register(userThere('Fay').email),
      taken,
      'one who is confirmed is not told apart there',
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

  it('shuts somebody out whom it has banned, and tells nobody why', async () => {
    const kate = await server.verified('Kate')
    thereOf(kate).bannedUntil = Date.now() + 60_000
    await assert.rejects(logIn(kate.email, kate.password), { code: 'wrong_login' })
  })

  it('gives a key for a password, too', async () => {
    const { email } = userThere('Lea')
    const { value } = await server.anonymous('credentials.exchangeApiKey', {
      ...{ name: 'cli', email, password: fresh },
    })
    assert.equal((await meOf(value)).user.email, email)
  })

  it('gets a user when somebody who has come another way wants a password', async () => {
    const mia = await server.verified('Mia')
    users().all.delete(thereOf(mia).id)
    await database().run('delete from identities where user_id = $1', [mia.user.id])
    await mia.call('accounts.changePassword', { password: fresh })
    assert.equal((await logIn(mia.email)).user.id, mia.user.id)
  })

  it('knows somebody by their new address, unless another has it there', async () => {
    const nina = await server.verified('Nina')
    const moveTo = async (email: string) => {
      await nina.call('accounts.changeEmail', { email })
      return nina.call('accounts.verifyEmail', { token: tokenIn(await server.mails.next(email)) })
    }
    await assert.rejects(moveTo(userThere('Olga').email), { code: 'already_taken', status: 409 })
    const { email } = await moveTo(addressOf('nina'))
    assert.equal((await logIn(email, nina.password)).user.id, nina.user.id)
  })

  it('forgets whoever is erased here, and it is no harm if it has already', async () => {
    for (const name of ['Pia', 'Quinn']) {
      const person = await server.verified(name)
      const { id } = thereOf(person)
      await person.call('accounts.delete', { confirm: person.user.username })
      await database().run('update users set erase_at = now() where id = $1', [person.user.id])
      if (name === 'Quinn') users().all.delete(id)
      await eraseAccounts(server.app)
      assert.equal(users().all.has(id), false)
      const [row] = await database().run<{ erased: boolean }>(
        'select erased_at is not null as erased from users where id = $1',
        [person.user.id],
      )
      assert.equal(row!.erased, true)
    }
  })

  it('an address that nobody has verified there takes no account over here', async () => {
    const victim = await server.verified('Rosa')
    // Somebody has moved away from an address, and another registers with it there.
    const old = thereOf(victim)
    old.email = addressOf('rosa')
    const mallory = users().create(victim.email, fresh, { name: 'Mallory', email_verified: true })
    await assert.rejects(logIn(victim.email), { code: 'address_unconfirmed' })
    // Even where the backend lets such people in.
    const session = users().startSession(mallory, 'password')
    const token = await server.gotrue!.keys.token(session)
    await assert.rejects(clientFor(server.url, token)('accounts.getMe', {}), {
      ...{ code: 'address_unverified', status: 422 },
    })
  })

  it('an address that is verified there proves nothing about another one here', async () => {
    const { person: squatter } = await server.newcomer('Sara')
    const there = thereOf(squatter)
    there.email = addressOf('sara')
    const { request } = await server.anonymous('otp.send', { email: there.email })
    const code = codeIn(await server.mails.next(there.email))
    const { token, user } = await server.anonymous('otp.verify', { request, code })
    assert.equal(user.id, squatter.user.id)
    assert.equal((await meOf(token)).user.emailVerified, false)
  })

  it('nobody becomes somebody by registering with an address that waits for its confirmation there', async () => {
    const { email } = userThere('Tess', { confirmed: false })
    await assert.rejects(register(email, 'the password of Mallory'), { code: 'already_taken' })
    const mine = await register(email)
    assert.equal(mine.user.email, email, 'whoever knows the password is who began there')
  })

  it('an account from before, which nobody had proved, is its owner’s alone from then on', async () => {
    const { person: squatter } = await server.newcomer('Uma')
    users().all.delete(thereOf(squatter).id)
    await database().run('delete from identities where user_id = $1', [squatter.user.id])
    users().confirm(users().create(squatter.email, fresh))
    assert.equal((await logIn(squatter.email)).user.id, squatter.user.id)
    await assert.rejects(squatter.call('accounts.getMe', {}), { code: 'invalid_credential' })
  })
})

interface Problem {
  code: string
  errors: { path: string }[]
}
