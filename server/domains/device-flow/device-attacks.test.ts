import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { approvedDevice, askingDevice, claimedDevice } from '../../../test/devices.ts'
import {
  type Person,
  type TestServer,
  clientFor,
  oneEngine,
  startOwnServer,
  startTestServer,
} from '../../../test/harness.ts'
import { anonymous } from '../../operations/caller.ts'
import type { Problem } from '../../operations/client.ts'
import { endSessions } from '../accounts/login-session.ts'
import { createUserCode } from './user-code.ts'

const notFound = { status: 404, code: 'not_found' }

for (const engine of oneEngine) {
  describe(`attacks on signing a device in, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let mallory: Person
    before(async () => {
      server = await startTestServer(engine)
    })
    beforeEach(async () => {
      ada = await server.register('Ada')
      mallory = await server.register('Mallory')
    })
    after(() => server.stop())

    const poll = (deviceCode: string, clientId?: string) =>
      server.anonymous('deviceFlow.poll', { device_code: deviceCode, client_id: clientId })

    const refused = (deviceCode: string, code: string) =>
      assert.rejects(poll(deviceCode), { status: 400, code })

    /** What came of many attempts at the same time: `{ ok: 1, invalid_grant: 19 }`. */
    async function outcomes(attempts: Promise<unknown>[]): Promise<Record<string, number>> {
      const settled = await Promise.allSettled(attempts)
      const codes = settled.map((each) =>
        each.status === 'fulfilled' ? 'ok' : (each.reason as Problem).code,
      )
      return Object.fromEntries(
        [...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]),
      )
    }

    const inThePast = (column: 'polled_at' | 'expires_at', seconds: number) =>
      server.app.database.run(`update device_requests set ${column} = now() - $1 * interval '1 second'`, [
        seconds,
      ])

    const sessions = async (person: Person) =>
      (await person.call('logins.list', {})).items.filter(({ method }) => method === 'device').length

    it('polling too fast gets slow_down, and a longer interval for good', async () => {
      const { deviceCode } = await askingDevice(server)
      await refused(deviceCode, 'authorization_pending')
      await refused(deviceCode, 'slow_down')
      await inThePast('polled_at', 7)
      await refused(deviceCode, 'slow_down')
      await inThePast('polled_at', 12)
      await refused(deviceCode, 'slow_down')
      await inThePast('polled_at', 21)
      await refused(deviceCode, 'authorization_pending')
    })

    it('parallel polls are counted one by one: only the first was in time', async () => {
      const { deviceCode } = await askingDevice(server)
      const found = await outcomes(Array.from({ length: 20 }, () => poll(deviceCode)))
      assert.deepEqual(found, { authorization_pending: 1, slow_down: 19 })
      const [row] = await server.app.database.run<{ interval_seconds: number }>(
        'select interval_seconds from device_requests order by id desc limit 1',
      )
      assert.equal(row!.interval_seconds, 5 + 19 * 5)
    })

    it('an approved device code gives one login to 20 parallel polls', async () => {
      const { deviceCode } = await approvedDevice(server, ada)
      const found = await outcomes(Array.from({ length: 20 }, () => poll(deviceCode)))
      assert.deepEqual(found, { ok: 1, invalid_grant: 19 })
      assert.equal(await sessions(ada), 1)
      await refused(deviceCode, 'invalid_grant')
    })

    it('a second user cannot look at, approve or deny a claimed code', async () => {
      const { deviceCode, userCode } = await claimedDevice(server, ada)
      await assert.rejects(mallory.call('deviceFlow.claim', { userCode }), notFound)
      await assert.rejects(mallory.call('deviceFlow.approve', { userCode }), notFound)
      await assert.rejects(mallory.call('deviceFlow.approve', { userCode, approve: false }), notFound)
      await refused(deviceCode, 'authorization_pending')
      await ada.call('deviceFlow.approve', { userCode })
      assert.equal((await poll(deviceCode)).user.id, ada.user.id)
    })

    it('of two who look at the same moment, one has it', async () => {
      const { userCode } = await askingDevice(server)
      const found = await outcomes(
        [ada, mallory].map((person) => person.call('deviceFlow.claim', { userCode })),
      )
      assert.deepEqual(found, { ok: 1, not_found: 1 })
    })

    it('nobody approves what they have not looked at', async () => {
      const { deviceCode, userCode } = await askingDevice(server)
      await assert.rejects(ada.call('deviceFlow.approve', { userCode }), notFound)
      await refused(deviceCode, 'authorization_pending')
    })

    it('an answer is given once', async () => {
      const denied = await claimedDevice(server, ada)
      await ada.call('deviceFlow.approve', { userCode: denied.userCode, approve: false })
      await assert.rejects(ada.call('deviceFlow.approve', { userCode: denied.userCode }), notFound)
      await refused(denied.deviceCode, 'access_denied')
      const { userCode } = await approvedDevice(server, ada)
      await assert.rejects(ada.call('deviceFlow.approve', { userCode, approve: false }), notFound)
      await assert.rejects(ada.call('deviceFlow.claim', { userCode }), notFound)
    })

    it('a code that has run out can neither be looked at, nor approved, nor used', async () => {
      const approved = await approvedDevice(server, ada)
      const { deviceCode, userCode } = await claimedDevice(server, ada)
      await inThePast('expires_at', 1)
      await assert.rejects(ada.call('deviceFlow.claim', { userCode }), notFound)
      await assert.rejects(ada.call('deviceFlow.approve', { userCode }), notFound)
      await refused(deviceCode, 'expired_token')
      await refused(approved.deviceCode, 'expired_token')
    })

    it('a device code is of no use to another client', async () => {
      const { deviceCode } = await approvedDevice(server, ada)
      await assert.rejects(poll(deviceCode, 'another'), { status: 400, code: 'invalid_grant' })
      assert.equal((await poll(deviceCode, 'tv')).user.id, ada.user.id)
    })

    it('whoever finds a screen unlocked after an hour cannot approve', async () => {
      const { deviceCode, userCode } = await claimedDevice(server, ada)
      const age = `update login_sessions set created_at = now() - interval '61 minutes' where user_id = $1`
      await server.app.database.run(age, [ada.user.id])
      await assert.rejects(ada.call('deviceFlow.approve', { userCode }), {
        status: 403,
        code: 'sign_in_again',
      })
      await refused(deviceCode, 'authorization_pending')
    })

    it('user codes cannot be searched: five looks a minute, however many logins an account has', async () => {
      const { email, password } = mallory
      const { token } = await server.anonymous('accounts.logIn', { email, password })
      const logins = [mallory.call, clientFor(server.url, token)]
      const looks = Array.from({ length: 20 }, () =>
        logins.map((call) => call('deviceFlow.claim', { userCode: createUserCode() })),
      )
      const found = await outcomes(looks.flat())
      // A minute may end in between: then five more are let through.
      assert.ok(found.not_found! <= 10 && found.rate_limited! >= 30, JSON.stringify(found))
    })

    it('nobody fills the table with requests', async () => {
      const strict = await startOwnServer(engine, { RATE_LIMIT_SIGN_IN: '3' })
      const found = await outcomes(
        Array.from({ length: 20 }, () => strict.anonymous('deviceFlow.request', {})),
      )
      await strict.stop()
      // A minute may end in between: then three more are let through.
      assert.ok(found.ok! <= 6 && found.rate_limited! >= 14, JSON.stringify(found))
    })

    it('a suspension between approval and poll leaves the device outside', async () => {
      const { deviceCode } = await approvedDevice(server, ada)
      const suspend = 'update users set suspended_at = now() where id = $1'
      await server.app.database.run(suspend, [ada.user.id])
      await refused(deviceCode, 'access_denied')
    })

    it('what signs all devices out forgets an approval that was not yet used', async () => {
      const { deviceCode } = await approvedDevice(server, ada)
      const { app } = server
      await app.database.transaction((db) =>
        endSessions({ app, db, caller: anonymous, record() {}, afterCommit() {} } as never, {
          ...ada.user,
          organization: null,
        }),
      )
      await refused(deviceCode, 'invalid_grant')
    })

    it('nothing in the database is a code, or a hash of one that can be guessed', async () => {
      const { deviceCode, userCode } = await claimedDevice(server, ada)
      const letters = userCode.replace('-', '')
      const plain = [deviceCode, userCode, letters]
      const hex = plain.map((text) => Buffer.from(text).toString('hex'))
      const guessable = [userCode, letters].map((text) => createHash('sha256').update(text).digest('hex'))
      const columns = await server.app.database.run<{ table: string; column: string }>(
        `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`,
      )
      for (const { table, column } of columns) {
        const rows = await server.app.database.run<{ value: string | null }>(
          `select "${column}"::text as value from "${table}"`,
        )
        for (const { value } of rows)
          for (const text of [...plain, ...hex, ...guessable])
            assert.ok(!value?.includes(text), `${table}.${column} holds a code`)
      }
    })
  })
}
