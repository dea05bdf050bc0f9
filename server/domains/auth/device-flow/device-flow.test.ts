import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from '../../../database/sql.ts'
import { requestDevice, claimDevice } from '../../../../test/devices.ts'
import { type Person, type TestServer, oneEngine, settled, startOwnServer } from '../../../../test/harness.ts'
import { purgeDeviceRequests, computeUserCodeMac, createUserCode } from './device-request.ts'

const form = 'application/x-www-form-urlencoded'

for (const engine of oneEngine) {
  describe(`the device flow, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startOwnServer(engine, { APP_URL: 'https://baton.example' })
    })
    beforeEach(async () => {
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    function post(path: string, body: string, headers: Record<string, string> = {}) {
      return fetch(`${server.url}/api/auth/device/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': form, 'User-Agent': 'baton-cli/0.1.0 (linux)', ...headers },
        body,
      })
    }

    it('signs in a device with a code as RFC 8628 describes', async () => {
      const response = await post('request', 'client_id=tv&scope=&client=The+TV&audience=unknown')
      assert.deepEqual([response.status, response.headers.get('cache-control')], [200, 'no-store'])
      const requested = (await response.json()) as Record<string, string>
      assert.match(requested.device_code!, /^\w{43}$/)
      assert.match(requested.user_code!, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
      assert.deepEqual(requested, {
        device_code: requested.device_code,
        user_code: requested.user_code,
        verification_uri: 'https://baton.example/device',
        verification_uri_complete: `https://baton.example/device#code=${requested.user_code}`,
        expires_in: 600,
        interval: 5,
      })
      const poll = `grant_type=urn:ietf:params:oauth:grant-type:device_code&client_id=tv&device_code=${requested.device_code}`
      const pending = await post('poll', poll)
      assert.equal(pending.status, 400)
      assert.match(pending.headers.get('content-type')!, /^application\/json/)
      const { error, code } = (await pending.json()) as Record<string, string>
      assert.deepEqual([error, code], ['authorization_pending', 'authorization_pending'])

      const typed = requested.user_code!.toLowerCase().replace('-', ' ')
      const shown = await ada.call('deviceFlow.claim', { userCode: typed })
      const { client, device, network } = shown
      assert.deepEqual([client, device, network], ['The TV', 'Baton CLI on Linux', '127.0.0.1'])
      assert.equal(Date.parse(shown.expiresAt) - Date.parse(shown.createdAt), 600_000)
      const { approved } = await ada.call('deviceFlow.approve', { userCode: typed })
      assert.equal(approved, true)

      const granted = await post('poll', poll)
      assert.deepEqual([granted.status, granted.headers.get('cache-control')], [200, 'no-store'])
      const tokens = (await granted.json()) as Record<string, string> & { user: { id: string } }
      assert.deepEqual([tokens.token_type, tokens.scope], ['Bearer', 'read write admin'])
      assert.ok(Number(tokens.expires_in) > 600_000 && Number(tokens.expires_in) <= 7 * 86_400)
      assert.equal(tokens.user.id, ada.user.id)
      const tv = server.client(tokens.access_token!)
      assert.equal((await tv('accounts.getMe', {})).credential.kind, 'session')
      const { items } = await tv('logins.list', {})
      const login = items.find(({ current }) => current)!
      assert.deepEqual([login.device, login.method], ['Baton CLI on Linux', 'device'])
    })

    it('accepts JSON and records the login for the user', async () => {
      const requested = await server.anonymous('deviceFlow.request', {})
      await ada.call('deviceFlow.claim', { userCode: requested.user_code })
      await ada.call('deviceFlow.approve', { userCode: requested.user_code })
      const { access_token: token } = await server.anonymous('deviceFlow.poll', {
        device_code: requested.device_code,
      })
      await settled(server.app.database)
      const { items } = await server.client(token)('activity.listEvents', { limit: 200 })
      const started = items.findLast(({ type }) => type === 'login.started')!
      assert.deepEqual([started.actor.name, started.data], ['Ada', { method: 'device' }])
    })

    it('shows the client id or user agent if the device gives no name', async () => {
      for (const [body, name] of [
        ['client_id=tv', 'tv'],
        ['', 'Baton CLI on Linux'],
      ] as const) {
        const { user_code: userCode } = (await (await post('request', body)).json()) as { user_code: string }
        assert.equal((await ada.call('deviceFlow.claim', { userCode })).client, name)
      }
      const steering = await post('request', `client=${encodeURIComponent('Bank\u202e VT')}`)
      const { error, code } = (await steering.json()) as Record<string, string>
      assert.deepEqual([steering.status, error, code], [400, 'invalid_request', 'invalid_input'])
    })

    it('shows the device again to the user who claimed it', async () => {
      const { userCode } = await claimDevice(server, ada)
      assert.equal((await ada.call('deviceFlow.claim', { userCode })).client, 'The TV')
    })

    it('returns access_denied at the next poll after the user denies', async () => {
      const { deviceCode, userCode } = await claimDevice(server, ada)
      const { approved } = await ada.call('deviceFlow.approve', { userCode, approve: false })
      assert.equal(approved, false)
      const poll = server.anonymous('deviceFlow.poll', { device_code: deviceCode })
      await assert.rejects(poll, { status: 400, code: 'access_denied' })
    })

    it('returns expired_token for an hour after expiry, then invalid_grant', async () => {
      const { deviceCode } = await requestDevice(server)
      const { database } = server.app
      for (const [minutes, code] of [
        [59, 'expired_token'],
        [61, 'invalid_grant'],
      ] as const) {
        await database.run(
          sql`update device_requests set expires_at = now() - ${minutes} * interval '1 minute'`,
        )
        await purgeDeviceRequests(database)
        await assert.rejects(server.anonymous('deviceFlow.poll', { device_code: deviceCode }), { code })
      }
    })

    it('rejects an unsupported grant type and an unknown code', async () => {
      const { deviceCode } = await requestDevice(server)
      const poll = (input: { grant_type?: string; device_code: string }) =>
        server.anonymous('deviceFlow.poll', input)
      const other = poll({ grant_type: 'authorization_code', device_code: deviceCode })
      await assert.rejects(other, { status: 400, code: 'unsupported_grant_type' })
      await assert.rejects(poll({ device_code: 'x' }), { status: 400, code: 'invalid_grant' })
      const twice = await post('poll', `device_code=${deviceCode}&device_code=${deviceCode}`)
      assert.equal(((await twice.json()) as { error: string }).error, 'invalid_request')
    })
  })
}

describe('user codes', () => {
  it('accepts a user code in any spelling', () => {
    const secrets = { macKey: (purpose: string) => Buffer.from(purpose) } as never
    const code = 'WDJB-MJHT'
    for (const typed of ['WDJBMJHT', ' wdjb mjht ', 'wdjb–mjht', 'W D J B - M J H T'])
      assert.deepEqual(computeUserCodeMac(secrets, typed), computeUserCodeMac(secrets, code))
    assert.notDeepEqual(computeUserCodeMac(secrets, 'WDJB-MJHX'), computeUserCodeMac(secrets, code))
  })

  it('creates 1,000 different user codes', () => {
    assert.equal(new Set(Array.from({ length: 1000 }, createUserCode)).size, 1000)
  })
})
