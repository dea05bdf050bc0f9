import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import * as oauth from 'openid-client'
import { sql } from '../../../database/sql.ts'
import { type Person, type TestServer, startTestServer } from '../../../../test/harness.ts'

/* Tests the device flow with a third-party client that only knows the RFCs. */
describe('openid-client', () => {
  let server: TestServer
  let ada: Person
  before(async () => {
    server = await startTestServer()
    ada = await server.register('Ada')
  })
  after(() => server.stop())

  /** Creates a client that calls `beforePoll` before each poll and collects the results in `received`. */
  function client(beforePoll: (poll: number) => Promise<unknown>, received: string[] = []) {
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
      received.push(((await response.clone().json()) as { error?: string }).error ?? 'ok')
      return response
    }
    return config
  }

  async function decide(userCode: string, approve: boolean) {
    await ada.call('deviceFlow.claim', { userCode })
    await ada.call('deviceFlow.approve', { userCode, approve })
  }

  it('waits while pending, slows down on request, and signs in', async () => {
    const received: string[] = []
    const config = client(async (poll) => {
      if (poll === 3) await decide(authorization.user_code, true)
    }, received)
    const authorization = await oauth.initiateDeviceAuthorization(config, { scope: 'openid profile' })
    assert.deepEqual([authorization.interval, authorization.expires_in], [5, 600])
    // Avoids waiting: with -5 seconds it polls twice immediately, and slow_down raises the interval to 0.
    const tokens = await oauth.pollDeviceAuthorizationGrant(config, { ...authorization, interval: -5 })
    assert.deepEqual(received, ['ok', 'authorization_pending', 'slow_down', 'ok'])
    assert.equal(tokens.token_type, 'bearer')
    assert.ok(tokens.expiresIn()! > 600_000)
    const { user } = await server.client(tokens.access_token)('accounts.getMe', {})
    assert.equal(user.id, ada.user.id)
    const again = oauth.pollDeviceAuthorizationGrant(config, { ...authorization, interval: 0 })
    await assert.rejects(again, { error: 'invalid_grant' })
  })

  it('reports a denied request', async () => {
    const config = client(async () => decide(authorization.user_code, false))
    const authorization = await oauth.initiateDeviceAuthorization(config, {})
    const poll = oauth.pollDeviceAuthorizationGrant(config, { ...authorization, interval: 0 })
    await assert.rejects(poll, { error: 'access_denied', status: 400 })
  })

  it('reports an expired code', async () => {
    const expire = sql`update device_requests set expires_at = now()`
    const config = client(() => server.app.database.run(expire))
    const authorization = await oauth.initiateDeviceAuthorization(config, {})
    const poll = oauth.pollDeviceAuthorizationGrant(config, { ...authorization, interval: 0 })
    await assert.rejects(poll, { error: 'expired_token' })
  })

  it('reports an invalid request', async () => {
    const config = client(async () => {})
    const authorization = oauth.initiateDeviceAuthorization(config, { client: 'x'.repeat(1000) })
    await assert.rejects(authorization, { error: 'invalid_request' })
  })
})
