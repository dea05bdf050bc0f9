import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'

for (const engine of oneEngine) {
  describe(`signed-in devices, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    it('lists devices with network and method, and marks the current one', async () => {
      const { items } = await ada.call('logins.list', {})
      assert.equal(items.length, 1)
      assert.deepEqual(
        [items[0]!.current, items[0]!.method, items[0]!.network],
        [true, 'password', '127.0.0.1'],
      )
      assert.equal(items[0]!.device, 'Node.js')
    })

    it('signs out another device immediately', async () => {
      const { email, password } = ada
      const { token } = await server.anonymous('accounts.logIn', { email, password })
      const other = (await ada.call('logins.list', {})).items.find(({ current }) => !current)!
      await ada.call('logins.revoke', { login: other.id })
      await assert.rejects(server.client(token)('accounts.getMe', {}), { code: 'invalid_credential' })
      assert.equal((await ada.call('logins.list', {})).items.length, 1)
    })

    it('rejects signing out a device of another user with 404', async () => {
      const mallory = await server.register('Mallory')
      const { items } = await ada.call('logins.list', {})
      await assert.rejects(mallory.call('logins.revoke', { login: items[0]!.id }), {
        code: 'not_found',
        status: 404,
      })
      await ada.call('accounts.getMe', {})
    })
  })
}
