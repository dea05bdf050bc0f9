import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, clientFor, defaultEngine } from '../../../../test/harness.ts'
import type { GotrueResponse } from '../../../../test/partners/gotrue.ts'
import { shownUser } from '../../../../test/partners/gotrue-users.ts'
import { codeIn, tokenIn } from '../../../../test/partners/mail.ts'
import { type ServerWithMail, startOwnWithMail } from '../../../../test/with-mail.ts'

const unavailable = { code: 'auth_backend_unavailable', status: 503 }

describe('an external backend that does not answer as it should', () => {
  let server: ServerWithMail
  let ada: Person
  /** Everything that it is asked for, begun while it still answered. */
  let attempts: Record<string, () => Promise<unknown>>
  before(async () => {
    server = await startOwnWithMail(defaultEngine, {}, 'external')
    ada = await server.verified('Ada')
    attempts = await begin()
  })
  after(() => server.stop())

  const there = () => server.gotrue!.users.byEmail(ada.email)!
  const newToken = () => server.gotrue!.keys.token(server.gotrue!.users.startSession(there(), 'password'))

  async function begin() {
    const { email, password } = ada
    const { request } = await server.anonymous('otp.send', { email })
    const mail = await server.mails.next(email)
    const [code, link] = [codeIn(mail), tokenIn(mail)]
    const token = await newToken()
    const newcomer = { name: 'Newcomer', email: 'newcomer@example.com', password: 'a password of a newcomer' }
    return {
      password: () => server.anonymous('accounts.logIn', { email, password }),
      register: () => server.anonymous('accounts.register', newcomer),
      link: () => server.anonymous('magicLinks.verify', { token: link }),
      code: () => server.anonymous('otp.verify', { request, code }),
      token: () => clientFor(server.url, token)('accounts.getMe', {}),
      'key exchange': () => server.anonymous('credentials.exchangeApiKey', { name: 'key', email, password }),
      'new password': () =>
        ada.call('accounts.changePassword', { current: password, password: 'another password of Ada' }),
    }
  }

  const strange: Record<string, GotrueResponse> = {
    'a fault in it': { status: 500, body: { code: 500, error_code: 'unexpected_failure', msg: 'Oh.' } },
    'a proxy before it': { status: 502, body: '<html>Bad gateway</html>' },
    'a page in place of an answer': { status: 200, body: '<html>Welcome</html>' },
    'an answer to another question': { status: 200, body: { user: { id: 'not-an-id' } } },
    'an answer with nothing in it': { status: 200, body: {} },
    'a key that it does not take': { status: 401, body: { message: 'Invalid API key' } },
  }
  for (const [what, answer] of Object.entries(strange)) {
    it(`${what}: 503 with a sentence, and nobody is let in`, async () => {
      server.gotrue!.interfere = () => answer
      for (const [way, attempt] of Object.entries(attempts)) {
        // Of which there are five tries: see below.
        if (way === 'code') continue
        await assert.rejects(attempt, { ...unavailable, message: /can't be reached right now/ }, way)
      }
      server.gotrue!.interfere = null
    })
  }

  it('a redirect is not followed: the key and the password are for nobody else', async () => {
    const elsewhere = { status: 200, body: { user: shownUser(there()) } }
    server.gotrue!.interfere = (binding) =>
      binding.endsWith('/elsewhere') ? elsewhere : { status: 307, location: '/elsewhere' }
    await assert.rejects(attempts.password!, unavailable)
    server.gotrue!.interfere = null
  })

  it('that is asked too often says so, and so do we', async () => {
    const body = { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' }
    server.gotrue!.interfere = () => ({ status: 429, body })
    await assert.rejects(attempts.password!, { code: 'rate_limited', status: 429 })
    server.gotrue!.interfere = null
  })

  it('a link that could not be looked at is not used up, and a known login goes on', async () => {
    const known = clientFor(server.url, await newToken())
    await known('accounts.getMe', {})
    server.gotrue!.interfere = () => strange['a fault in it']
    await assert.rejects(attempts.link!, unavailable)
    await known('accounts.getMe', {})
    await ada.call('accounts.getMe', {})
    server.gotrue!.interfere = null
    await attempts.link!()
  })

  it('that is gone: 503 with a sentence, and nobody is let in', async () => {
    attempts = await begin()
    await server.gotrue!.close()
    for (const [way, attempt] of Object.entries(attempts)) await assert.rejects(attempt, unavailable, way)
    const { email } = ada
    assert.deepEqual(await server.anonymous('magicLinks.send', { email }), { sent: true })
  })
})
