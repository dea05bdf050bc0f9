import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { askingDevice, claimedDevice } from '../../../test/devices.ts'
import {
  type Person,
  type TestServer,
  clientFor,
  oneEngine,
  settled,
  startOwnServer,
} from '../../../test/harness.ts'
import { purgeDeviceRequests } from './device-request.ts'
import { computeUserCodeMac, createUserCode } from './user-code.ts'

const form = 'application/x-www-form-urlencoded'

for (const engine of oneEngine) {
  describe(`signing a device in, on ${engine}`, () => {
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

    it('goes from a code on its screen to a login, in the words of RFC 8628', async () => {
      const response = await post('request', 'client_id=tv&scope=&client=The+TV&audience=unknown')
      assert.deepEqual([response.status, response.headers.get('cache-control')], [200, 'no-store'])
      const asked = (await response.json()) as Record<string, string>
      assert.match(asked.device_code!, /^\w{43}$/)
      assert.match(asked.user_code!, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
      assert.deepEqual(asked, {
        device_code: asked.device_code,
        user_code: asked.user_code,
        verification_uri: 'https://baton.example/device',
        verification_uri_complete: `https://baton.example/device#code=${asked.user_code}`,
        expires_in: 600,
        interval: 5,
      })
      const poll = `grant_type=urn:ietf:params:oauth:grant-type:device_code&client_id=tv&device_code=${asked.device_code}`
      const pending = await post('poll', poll)
      assert.equal(pending.status, 400)
      assert.match(pending.headers.get('content-type')!, /^application\/json/)
      const { error, code } = (await pending.json()) as Record<string, string>
      assert.deepEqual([error, code], ['authorization_pending', 'authorization_pending'])

      const typed = asked.user_code!.toLowerCase().replace('-', ' ')
      const shown = await ada.call('deviceFlow.claim', { userCode: typed })
      const { client, device, network } = shown
      assert.deepEqual([client, device, network], ['The TV', 'Baton CLI on Linux', '127.0.0.1'])
      assert.equal(Date.parse(shown.expiresAt) - Date.parse(shown.createdAt), 600_000)
      const { approved } = await ada.call('deviceFlow.approve', { userCode: typed })
      assert.equal(approved, true)

      const granted = await post('poll', poll)
      assert.deepEqual([granted.status, granted.headers.get('cache-control')], [200, 'no-store'])
      const answer = (await granted.json()) as Record<string, string> & { user: { id: string } }
      assert.deepEqual([answer.token_type, answer.scope], ['Bearer', 'read write admin'])
      assert.ok(Number(answer.expires_in) > 600_000 && Number(answer.expires_in) <= 7 * 86_400)
      assert.equal(answer.user.id, ada.user.id)
      const tv = clientFor(server.url, answer.access_token!)
      assert.equal((await tv('accounts.getMe', {})).credential.kind, 'session')
      const { items } = await tv('logins.list', {})
      const login = items.find(({ current }) => current)!
      assert.deepEqual([login.device, login.method], ['Baton CLI on Linux', 'device'])
    })

    it('takes JSON just as well, and tells its person who made the login', async () => {
      const asked = await server.anonymous('deviceFlow.request', {})
      await ada.call('deviceFlow.claim', { userCode: asked.user_code })
      await ada.call('deviceFlow.approve', { userCode: asked.user_code })
      const { access_token: token } = await server.anonymous('deviceFlow.poll', {
        device_code: asked.device_code,
      })
      await settled(server.app.database)
      const { items } = await clientFor(server.url, token)('activity.listEvents', { limit: 200 })
      const started = items.findLast(({ type }) => type === 'login.started')!
      assert.deepEqual([started.actor.name, started.data], ['Ada', { method: 'device' }])
    })

    it('is known by the name of its program, or by what it runs on, if it gives no other', async () => {
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

    it('can be looked at again by whoever looked first', async () => {
      const { userCode } = await claimedDevice(server, ada)
      assert.equal((await ada.call('deviceFlow.claim', { userCode })).client, 'The TV')
    })

    it('is told at its next poll that its person said no', async () => {
      const { deviceCode, userCode } = await claimedDevice(server, ada)
      const answer = await ada.call('deviceFlow.approve', { userCode, approve: false })
      assert.equal(answer.approved, false)
      const poll = server.anonymous('deviceFlow.poll', { device_code: deviceCode })
      await assert.rejects(poll, { status: 400, code: 'access_denied' })
    })

    it('is told for an hour that it came too late, and then nobody remembers it', async () => {
      const { deviceCode } = await askingDevice(server)
      const { database } = server.app
      for (const [minutes, code] of [
        [59, 'expired_token'],
        [61, 'invalid_grant'],
      ] as const) {
        const age = `update device_requests set expires_at = now() - $1 * interval '1 minute'`
        await database.run(age, [minutes])
        await purgeDeviceRequests(database)
        await assert.rejects(server.anonymous('deviceFlow.poll', { device_code: deviceCode }), { code })
      }
    })

    it('is refused a grant that this is not, and a code that nobody was given', async () => {
      const { deviceCode } = await askingDevice(server)
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

describe('a user code', () => {
  it('is read however it is typed', () => {
    const secrets = { macKey: (purpose: string) => Buffer.from(purpose) } as never
    const code = 'WDJB-MJHT'
    for (const typed of ['WDJBMJHT', ' wdjb mjht ', 'wdjb–mjht', 'W D J B - M J H T'])
      assert.deepEqual(computeUserCodeMac(secrets, typed), computeUserCodeMac(secrets, code))
    assert.notDeepEqual(computeUserCodeMac(secrets, 'WDJB-MJHX'), computeUserCodeMac(secrets, code))
  })

  it('is hardly ever made twice', () => {
    assert.equal(new Set(Array.from({ length: 1000 }, createUserCode)).size, 1000)
  })
})
