import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { approveDevice, requestDevice, claimDevice } from '../../../../test/devices.ts'
import {
  type Person,
  type TestServer,
  oneEngine,
  startOwnServer,
  startTestServer,
} from '../../../../test/harness.ts'
import { sql } from '../../../database/sql.ts'
import { anonymous } from '../../../operations/caller.ts'
import type { Problem } from '../../../assembly/client.ts'
import { endSessions } from '../accounts/login-session.ts'
import { createUserCode } from './device-request.ts'

const notFound = { status: 404, code: 'not_found' }

for (const engine of oneEngine) {
  describe(`attacks on the device flow, on ${engine}`, () => {
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

    const assertRejected = (deviceCode: string, code: string) =>
      assert.rejects(poll(deviceCode), { status: 400, code })

    /** Counts the outcomes of concurrent attempts: `{ ok: 1, invalid_grant: 19 }`. */
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
      server.app.database.run(
        sql`update device_requests set ${sql.raw(column)} = now() - ${seconds} * interval '1 second'`,
      )

    const sessions = async (person: Person) =>
      (await person.call('logins.list', {})).items.filter(({ method }) => method === 'device').length

    it('returns slow_down to a fast poll and increases the interval permanently', async () => {
      const { deviceCode } = await requestDevice(server)
      await assertRejected(deviceCode, 'authorization_pending')
      await assertRejected(deviceCode, 'slow_down')
      await inThePast('polled_at', 7)
      await assertRejected(deviceCode, 'slow_down')
      await inThePast('polled_at', 12)
      await assertRejected(deviceCode, 'slow_down')
      await inThePast('polled_at', 21)
      await assertRejected(deviceCode, 'authorization_pending')
    })

    it('counts parallel polls one by one and accepts only the first', async () => {
      const { deviceCode } = await requestDevice(server)
      const found = await outcomes(Array.from({ length: 20 }, () => poll(deviceCode)))
      assert.deepEqual(found, { authorization_pending: 1, slow_down: 19 })
      const [row] = await server.app.database.run<{ interval_seconds: number }>(
        sql`select interval_seconds from device_requests order by id desc limit 1`,
      )
      assert.equal(row!.interval_seconds, 5 + 19 * 5)
    })

    it('returns one login to 20 parallel polls of an approved code', async () => {
      const { deviceCode } = await approveDevice(server, ada)
      const found = await outcomes(Array.from({ length: 20 }, () => poll(deviceCode)))
      assert.deepEqual(found, { ok: 1, invalid_grant: 19 })
      assert.equal(await sessions(ada), 1)
      await assertRejected(deviceCode, 'invalid_grant')
    })

    it('rejects claiming, approving or denying a code claimed by another user', async () => {
      const { deviceCode, userCode } = await claimDevice(server, ada)
      await assert.rejects(mallory.call('deviceFlow.claim', { userCode }), notFound)
      await assert.rejects(mallory.call('deviceFlow.approve', { userCode }), notFound)
      await assert.rejects(mallory.call('deviceFlow.approve', { userCode, approve: false }), notFound)
      await assertRejected(deviceCode, 'authorization_pending')
      await ada.call('deviceFlow.approve', { userCode })
      assert.equal((await poll(deviceCode)).user.id, ada.user.id)
    })

    it('gives a code to one of two concurrent claims', async () => {
      const { userCode } = await requestDevice(server)
      const found = await outcomes(
        [ada, mallory].map((person) => person.call('deviceFlow.claim', { userCode })),
      )
      assert.deepEqual(found, { ok: 1, not_found: 1 })
    })

    it('rejects approving an unclaimed code', async () => {
      const { deviceCode, userCode } = await requestDevice(server)
      await assert.rejects(ada.call('deviceFlow.approve', { userCode }), notFound)
      await assertRejected(deviceCode, 'authorization_pending')
    })

    it('accepts only one decision per code', async () => {
      const denied = await claimDevice(server, ada)
      await ada.call('deviceFlow.approve', { userCode: denied.userCode, approve: false })
      await assert.rejects(ada.call('deviceFlow.approve', { userCode: denied.userCode }), notFound)
      await assertRejected(denied.deviceCode, 'access_denied')
      const { userCode } = await approveDevice(server, ada)
      await assert.rejects(ada.call('deviceFlow.approve', { userCode, approve: false }), notFound)
      await assert.rejects(ada.call('deviceFlow.claim', { userCode }), notFound)
    })

    it('rejects claiming, approving and polling with an expired code', async () => {
      const approved = await approveDevice(server, ada)
      const { deviceCode, userCode } = await claimDevice(server, ada)
      await inThePast('expires_at', 1)
      await assert.rejects(ada.call('deviceFlow.claim', { userCode }), notFound)
      await assert.rejects(ada.call('deviceFlow.approve', { userCode }), notFound)
      await assertRejected(deviceCode, 'expired_token')
      await assertRejected(approved.deviceCode, 'expired_token')
    })

    it('rejects a device code from another client', async () => {
      const { deviceCode } = await approveDevice(server, ada)
      await assert.rejects(poll(deviceCode, 'another'), { status: 400, code: 'invalid_grant' })
      assert.equal((await poll(deviceCode, 'tv')).user.id, ada.user.id)
    })

    it('requires a recent sign-in to approve a device', async () => {
      const { deviceCode, userCode } = await claimDevice(server, ada)
      await server.app.database.run(
        sql`update login_sessions set created_at = now() - interval '61 minutes' where user_id = ${ada.user.id}`,
      )
      await assert.rejects(ada.call('deviceFlow.approve', { userCode }), {
        status: 403,
        code: 'sign_in_again',
      })
      await assertRejected(deviceCode, 'authorization_pending')
    })

    it('limits claims to five a minute per account, across all logins', async () => {
      const { email, password } = mallory
      const { token } = await server.anonymous('accounts.logIn', { email, password })
      const logins = [mallory.call, server.client(token)]
      const claims = Array.from({ length: 20 }, () =>
        logins.map((call) => call('deviceFlow.claim', { userCode: createUserCode() })),
      )
      const found = await outcomes(claims.flat())
      // A new minute may start during the test and allow five more claims.
      assert.ok(found.not_found! <= 10 && found.rate_limited! >= 30, JSON.stringify(found))
    })

    it('limits device requests per network', async () => {
      const strict = await startOwnServer(engine, { RATE_LIMIT_SIGN_IN: '3' })
      const found = await outcomes(
        Array.from({ length: 20 }, () => strict.anonymous('deviceFlow.request', {})),
      )
      await strict.stop()
      // A new minute may start during the test and allow three more requests.
      assert.ok(found.ok! <= 6 && found.rate_limited! >= 14, JSON.stringify(found))
    })

    it('rejects the device if the user is suspended after the approval', async () => {
      const { deviceCode } = await approveDevice(server, ada)
      await server.app.database.run(sql`update users set suspended_at = now() where id = ${ada.user.id}`)
      await assertRejected(deviceCode, 'access_denied')
    })

    it('discards an unused approval when all devices are signed out', async () => {
      const { deviceCode } = await approveDevice(server, ada)
      const { app } = server
      await app.database.transaction((db) =>
        endSessions({ app, db, caller: anonymous, record() {}, afterCommit() {} } as never, {
          ...ada.user,
          organization: null,
        }),
      )
      await assertRejected(deviceCode, 'invalid_grant')
    })

    it('stores no codes and no guessable hashes of codes', async () => {
      const { deviceCode, userCode } = await claimDevice(server, ada)
      const letters = userCode.replace('-', '')
      const plain = [deviceCode, userCode, letters]
      const hex = plain.map((text) => Buffer.from(text).toString('hex'))
      const guessable = [userCode, letters].map((text) => createHash('sha256').update(text).digest('hex'))
      const columns = await server.app.database.run<{ table: string; column: string }>(
        sql`select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`,
      )
      for (const { table, column } of columns) {
        const rows = await server.app.database.run<{ value: string | null }>(
          sql`select "${sql.raw(column)}"::text as value from "${sql.raw(table)}"`,
        )
        for (const { value } of rows)
          for (const text of [...plain, ...hex, ...guessable])
            assert.ok(!value?.includes(text), `${table}.${column} holds a code`)
      }
    })
  })
}
