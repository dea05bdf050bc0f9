import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import * as oauth from 'openid-client'
import { type Person, type TestServer, clientFor, startTestServer } from '../../../test/harness.ts'

/* The device flow as a client knows it that was written by others, from the RFCs alone. */
describe('openid-client', () => {
  let server: TestServer
  let ada: Person
  before(async () => {
    server = await startTestServer()
    ada = await server.register('Ada')
  })
  after(() => server.stop())

  /** A client; `beforePoll` is what happens in the world before each of its polls, `heard` what it was told. */
  function client(beforePoll: (poll: number) => Promise<unknown>, heard: string[] = []) {
    const metadata = {
      issuer: server.url,
      device_authorization_endpoint: `${server.url}/api/auth/device/request`,
      token_endpoint: `${server.url}/api/auth/device/poll`,
    }
    const config = new oauth.Configuration(metadata, 'tv', undefined, oauth.None())
    oauth.allowInsecureRequests(config)
    let polls = 0
    config[oauth.customFetch] = async (url, options) => {
      if (url.endsWith('/poll')) await beforePoll(++polls)
      const response = await fetch(url, options)
      heard.push(((await response.clone().json()) as { error?: string }).error ?? 'ok')
      return response
    }
    return config
  }

  async function answer(userCode: string, approve: boolean) {
    await ada.call('deviceFlow.claim', { userCode })
    await ada.call('deviceFlow.approve', { userCode, approve })
  }

  it('waits while nobody has answered, slows down when it is told to, and is signed in', async () => {
    const heard: string[] = []
    const config = client(async (poll) => {
      if (poll === 3) await answer(asked.user_code, true)
    }, heard)
    const asked = await oauth.initiateDeviceAuthorization(config, { scope: 'openid profile' })
    assert.deepEqual([asked.interval, asked.expires_in], [5, 600])
    // So that nobody waits here: it polls twice at once, is told to add five seconds, and has none to wait.
    const tokens = await oauth.pollDeviceAuthorizationGrant(config, { ...asked, interval: -5 })
    assert.deepEqual(heard, ['ok', 'authorization_pending', 'slow_down', 'ok'])
    assert.equal(tokens.token_type, 'bearer')
    assert.ok(tokens.expiresIn()! > 600_000)
    const { user } = await clientFor(server.url, tokens.access_token)('accounts.getMe', {})
    assert.equal(user.id, ada.user.id)
    const again = oauth.pollDeviceAuthorizationGrant(config, { ...asked, interval: 0 })
    await assert.rejects(again, { error: 'invalid_grant' })
  })

  it('understands that it was denied', async () => {
    const config = client(async () => answer(asked.user_code, false))
    const asked = await oauth.initiateDeviceAuthorization(config, {})
    const poll = oauth.pollDeviceAuthorizationGrant(config, { ...asked, interval: 0 })
    await assert.rejects(poll, { error: 'access_denied', status: 400 })
  })

  it('understands that the code has run out', async () => {
    const expire = 'update device_requests set expires_at = now()'
    const config = client(() => server.app.database.run(expire))
    const asked = await oauth.initiateDeviceAuthorization(config, {})
    const poll = oauth.pollDeviceAuthorizationGrant(config, { ...asked, interval: 0 })
    await assert.rejects(poll, { error: 'expired_token' })
  })

  it('understands that its request is wrong', async () => {
    const config = client(async () => {})
    const asked = oauth.initiateDeviceAuthorization(config, { client: 'x'.repeat(1000) })
    await assert.rejects(asked, { error: 'invalid_request' })
  })
})
