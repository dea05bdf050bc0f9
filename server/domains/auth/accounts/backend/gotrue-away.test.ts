import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, defaultEngine } from '../../../../../test/harness.ts'
import type { GotrueResponse } from '../../../../../test/partners/gotrue.ts'
import { shownUser } from '../../../../../test/partners/gotrue-users.ts'
import { codeIn, tokenIn } from '../../../../../test/partners/mail.ts'
import { type ServerWithMail, startOwnWithMail } from '../../../../../test/with-mail.ts'

const unavailable = { code: 'auth_backend_unavailable', status: 503 }

describe('an external backend that fails', () => {
  let server: ServerWithMail
  let ada: Person
  /** All requests that need the backend, prepared while it still works. */
  let attempts: Record<string, () => Promise<unknown>>
  before(async () => {
    server = await startOwnWithMail(defaultEngine, {}, 'external')
    ada = await server.verified('Ada')
    attempts = await prepareAttempts()
  })
  after(() => server.stop())

  const backendUser = () => server.gotrue!.users.byEmail(ada.email)!
  const newToken = () =>
    server.gotrue!.keys.token(server.gotrue!.users.startSession(backendUser(), 'password'))

  async function prepareAttempts() {
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
      token: () => server.client(token)('accounts.getMe', {}),
      'key exchange': () => server.anonymous('credentials.exchangeApiKey', { name: 'key', email, password }),
      'new password': () =>
        ada.call('accounts.changePassword', { current: password, password: 'another password of Ada' }),
    }
  }

  const failures: Record<string, GotrueResponse> = {
    'an internal error': { status: 500, body: { code: 500, error_code: 'unexpected_failure', msg: 'Oh.' } },
    'a proxy error': { status: 502, body: '<html>Bad gateway</html>' },
    'a page instead of JSON': { status: 200, body: '<html>Welcome</html>' },
    'a response of the wrong shape': { status: 200, body: { user: { id: 'not-an-id' } } },
    'an empty response': { status: 200, body: {} },
    'a rejected API key': { status: 401, body: { message: 'Invalid API key' } },
  }
  for (const [failure, response] of Object.entries(failures)) {
    it(`returns 503 and signs no one in after ${failure}`, async () => {
      server.gotrue!.interfere = () => response
      for (const [method, attempt] of Object.entries(attempts)) {
        // A code allows only five attempts, so it is tested once below.
        if (method === 'code') continue
        await assert.rejects(attempt, { ...unavailable, message: /can't be reached right now/ }, method)
      }
      server.gotrue!.interfere = null
    })
  }

  it('does not follow a redirect, which would leak the key and the password', async () => {
    const elsewhere = { status: 200, body: { user: shownUser(backendUser()) } }
    server.gotrue!.interfere = (binding) =>
      binding.endsWith('/elsewhere') ? elsewhere : { status: 307, location: '/elsewhere' }
    await assert.rejects(attempts.password!, unavailable)
    server.gotrue!.interfere = null
  })

  it('forwards a rate limit of the backend to the caller', async () => {
    const body = { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' }
    server.gotrue!.interfere = () => ({ status: 429, body })
    await assert.rejects(attempts.password!, { code: 'rate_limited', status: 429 })
    server.gotrue!.interfere = null
  })

  it('keeps unverified links and existing logins valid during an outage', async () => {
    const known = server.client(await newToken())
    await known('accounts.getMe', {})
    server.gotrue!.interfere = () => failures['an internal error']
    await assert.rejects(attempts.link!, unavailable)
    await known('accounts.getMe', {})
    await ada.call('accounts.getMe', {})
    server.gotrue!.interfere = null
    await attempts.link!()
  })

  it('returns 503 and signs no one in while the backend is unreachable', async () => {
    attempts = await prepareAttempts()
    await server.gotrue!.close()
    for (const [method, attempt] of Object.entries(attempts))
      await assert.rejects(attempt, unavailable, method)
    const { email } = ada
    assert.deepEqual(await server.anonymous('magicLinks.send', { email }), { sent: true })
  })
})
