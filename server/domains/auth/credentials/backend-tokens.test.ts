import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { clientFor, defaultEngine, startOwnServer } from '../../../../test/harness.ts'
import type { GotrueSession } from '../../../../test/partners/gotrue-users.ts'
import { startMailServer, tokenIn } from '../../../../test/partners/mail.ts'
import { startGotrue } from '../../../../test/partners/gotrue.ts'
import { type SecondFactorRequest, appWith, post } from '../../../../test/second-factor.ts'
import { type ServerWithMail, startWithMail } from '../../../../test/with-mail.ts'
import { sql } from '../../../database/sql.ts'

const fresh = 'a password no one has guessed'
const rejection = { code: 'invalid_credential', status: 401 }

describe('logins at the external auth backend', () => {
  let server: ServerWithMail
  before(async () => {
    server = await startWithMail(defaultEngine, {}, 'external')
    await server.register('Admin')
  })
  after(() => server.stop())

  const gotrue = () => server.gotrue!
  const as = (token: string) => server.client(token)
  const me = (token: string) => as(token)('accounts.getMe', {})
  const tokenOf = (session: GotrueSession, claims?: Record<string, unknown>) =>
    gotrue().keys.token(session, claims)
  const rowOf = async (token: string) => {
    const { items } = await as(token)('logins.list', {})
    return items.find(({ current }) => current)!
  }
  /** Creates a user at the backend who has no account here yet. */
  function createBackendUser(name: string) {
    const user = gotrue().users.create(`${name.toLowerCase()}@example.com`, fresh, { name })
    gotrue().users.confirm(user)
    return user
  }
  const twoHoursFromNow = () => Math.floor(Date.now() / 1000) + 7200

  it('creates an account with the first request of a backend token', async () => {
    const { email } = createBackendUser('Ada')
    const { access_token } = await gotrue().signIn(email, fresh)
    const { user, credential, organization } = await me(access_token)
    assert.deepEqual([user.email, user.emailVerified, user.name], [email, true, 'Ada'])
    assert.equal(credential.kind, 'session')
    await as(access_token)('projects.create', { name: `In ${organization!.name}` })
    assert.equal((await server.anonymous('accounts.logIn', { email, password: fresh })).user.id, user.id)
  })

  it('requires exchanging the token for a login if the account has a second factor', async () => {
    const { email } = createBackendUser('Protected')
    const { access_token } = await gotrue().signIn(email, fresh)
    const { user } = await me(access_token)
    const { secret } = await as(access_token)('secondFactor.beginTotp', {})
    const app = appWith(secret)
    await as(access_token)('secondFactor.confirmTotp', { code: app.codeNow() })

    const { access_token: later } = await gotrue().signIn(email, fresh)
    await assert.rejects(me(later), { code: 'second_factor_needed', status: 403 })
    const response: unknown = await server.anonymous('accounts.logInWithBackend', { token: later })
    const { request } = (response as { secondFactor: SecondFactorRequest }).secondFactor
    const { token } = await server.anonymous('secondFactor.finish', { request, code: app.codeNow(1) })
    assert.equal((await me(token)).user.id, user.id)
    await assert.rejects(me(later), { code: 'second_factor_needed' })
    assert.equal((await post(server, '/api/auth/backend', { token: 'made up' })).code, 'invalid_credential')
  })

  it('stores one device for concurrent first requests and refreshed tokens', async () => {
    const { email } = createBackendUser('Bea')
    const first = await gotrue().signIn(email, fresh)
    const ids = await Promise.all(
      Array.from({ length: 10 }, async () => (await me(first.access_token)).user.id),
    )
    assert.equal(new Set(ids).size, 1)
    const second = await gotrue().refresh(first)
    const { items } = await as(second.access_token)('logins.list', {})
    assert.deepEqual(
      items.map(({ method, device, network, current }) => [method, device, network, current]),
      [['backend', 'Node.js', '127.0.0.1', true]],
    )
    const started = await server.app.database.run(
      sql`select 1 from journal where type = 'login.started' and subject_id = ${items[0]!.id}`,
    )
    assert.equal(started.length, 1)
  })

  it('extends a session to the expiry of its newest token', async () => {
    const session = gotrue().users.startSession(createBackendUser('Cleo'), 'password')
    const token = await tokenOf(session)
    const { id, expiresAt } = await rowOf(token)
    const newer = await tokenOf(session, { exp: twoHoursFromNow() })
    assert.ok((await rowOf(newer)).expiresAt > expiresAt)
    await server.app.database.run(sql`update login_sessions set expires_at = now() where id = ${id}`)
    await assert.rejects(me(token), rejection)
    await me(await tokenOf(session, { exp: twoHoursFromNow() + 1 }))
  })

  it('keeps an ended session ended despite newer tokens', async () => {
    const { email } = createBackendUser('Dora')
    const [lost, kept] = [await gotrue().signIn(email, fresh), await gotrue().signIn(email, fresh)]
    const { id } = await rowOf(lost.access_token)
    await as(kept.access_token)('logins.revoke', { login: id })
    for (const { access_token } of [lost, await gotrue().refresh(lost)])
      await assert.rejects(me(access_token), rejection)
    await as(kept.access_token)('accounts.logOut', {})
    for (const { access_token } of [kept, await gotrue().refresh(kept)])
      await assert.rejects(me(access_token), rejection)
    await me((await gotrue().signIn(email, fresh)).access_token)
  })

  it('keeps an expired session ended after all sessions were ended', async () => {
    const user = createBackendUser('Eve')
    const [old, current] = [1, 2].map(() => gotrue().users.startSession(user, 'password'))
    const { id } = await rowOf(await tokenOf(old!))
    await server.app.database.run(sql`update login_sessions set expires_at = now() where id = ${id}`)
    const change = { current: fresh, password: 'another password of Eve' }
    await as(await tokenOf(current!))('accounts.changePassword', change)
    await assert.rejects(me(await tokenOf(old!, { exp: twoHoursFromNow() })), rejection)
  })

  it('rejects an unseen session that the backend has ended', async () => {
    const { email } = createBackendUser('Fay')
    const signedOut = await gotrue().signIn(email, fresh)
    gotrue().users.endSessions(gotrue().users.byEmail(email)!)
    const stolen = await gotrue().signIn(email, fresh)
    await server.anonymous('accounts.forgotPassword', { email })
    const token = tokenIn(await server.mails.next(email))
    await server.anonymous('accounts.resetPassword', { token, password: 'another password of Fay' })
    for (const { access_token } of [signedOut, stolen]) await assert.rejects(me(access_token), rejection)
    const deleted = createBackendUser('Gwen')
    const { access_token } = await gotrue().signIn(deleted.email, fresh)
    gotrue().users.all.delete(deleted.id)
    await assert.rejects(me(access_token), rejection)
  })

  it('rejects seen and unseen sessions of a suspended user', async () => {
    const { email } = createBackendUser('Hope')
    const [seen, unseen] = [await gotrue().signIn(email, fresh), await gotrue().signIn(email, fresh)]
    const { user } = await me(seen.access_token)
    await server.app.database.run(sql`update users set suspended_at = now() where id = ${user.id}`)
    const suspended = { code: 'suspended', status: 403 }
    for (const tokens of [seen, unseen, await gotrue().refresh(seen)])
      await assert.rejects(me(tokens.access_token), suspended)
    const rows = await server.app.database.run(sql`select 1 from login_sessions where user_id = ${user.id}`)
    assert.equal(rows.length, 1, 'no new session is stored')
  })

  it('does not count an old backend sign-in as recent', async () => {
    const session = gotrue().users.startSession(createBackendUser('Ida'), 'password')
    const yesterday = Math.floor(Date.now() / 1000) - 86_400
    for (const amr of [[{ method: 'password', timestamp: yesterday }], ['pwd'], undefined]) {
      session.id = crypto.randomUUID()
      gotrue().users.sessions.set(session.id, session)
      const late = as(await tokenOf(session, { amr }))('accounts.changeEmail', {
        email: 'ida.new@example.com',
      })
      await assert.rejects(late, { code: 'sign_in_again', status: 403 })
    }
    const again = gotrue().users.startSession(session.user, 'password')
    await as(await tokenOf(again))('accounts.changeEmail', { email: 'ida.new@example.com' })
  })

  it('rejects a backend token at the MCP endpoint', async () => {
    const { email } = createBackendUser('Judy')
    const { access_token } = await gotrue().signIn(email, fresh)
    const headers = { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' }
    const response = await fetch(`${server.url}/mcp`, { method: 'POST', headers, body: '{}' })
    assert.equal(response.status, 401)
  })

  it('verifies tokens with a shared secret if one is configured', async () => {
    const mails = await startMailServer()
    const shared = await startGotrue(mails.url, { secret: 'a secret that both servers share' })
    const other = await startOwnServer(defaultEngine, shared.environment)
    try {
      const user = shared.users.create('kate@example.com', fresh)
      shared.users.confirm(user)
      const { access_token } = await shared.signIn(user.email, fresh)
      const { user: known } = await clientFor(other.url, access_token)('accounts.getMe', {})
      assert.equal(known.email, user.email)
      // Signed with a key pair by another server that claims the same issuer.
      const session = gotrue().users.startSession(user, 'password')
      shared.users.sessions.set(session.id, session)
      const foreign = await tokenOf(session, { iss: shared.url })
      await assert.rejects(clientFor(other.url, foreign)('accounts.getMe', {}), rejection)
    } finally {
      await other.stop()
      await shared.close()
      await mails.close()
    }
  })
})
