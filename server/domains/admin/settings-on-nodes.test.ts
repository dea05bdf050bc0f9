import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  oneEngine,
  runTestServer,
  startOwnServer,
} from '../../../test/harness.ts'
import { withinOneMinute } from '../../../test/within-one-window.ts'
import { sql } from '../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`settings on every node, on ${engine}`, () => {
    let server: TestServer
    /** On PostgreSQL, another node than the one where the administrator changes settings. */
    let node: TestServer
    let admin: Person
    before(async () => {
      const unlimited = { RATE_LIMIT_API: '', RATE_LIMIT_MCP: '', RATE_LIMIT_SIGN_IN: '' }
      server = await startOwnServer(engine, unlimited)
      node = engine === 'pgsql' ? await runTestServer({ ...server.environment, ...unlimited }) : server
      admin = await server.register('Admin')
    })
    after(async () => {
      if (node !== server) await node.stop()
      await server.stop()
    })

    it('applies a change on another node as soon as its notice arrives', async () => {
      const notice = new Promise<string>((resolve) => node.app.bus.onSettings(resolve))
      await admin.call('admin.updateSetting', { key: 'legal.terms_url', value: 'https://example.com/terms' })
      assert.equal(await notice, 'legal.terms_url')
      while (node.app.settings.get('legal.terms_url') === '') await new Promise(setImmediate)
      const { links } = await node.anonymous('accounts.getSignInOptions', {})
      assert.equal(links.terms, 'https://example.com/terms')
    })

    it('applies a change on its own node before it returns', async () => {
      for (const name of ['One', 'Two', 'Three']) {
        await admin.call('admin.updateSetting', { key: 'instance.color', value: '' })
        await admin.call('admin.updateSetting', { key: 'instance.color', value: '#123456' })
        assert.equal(server.app.settings.get('instance.color'), '#123456', name)
      }
    })

    it('limits requests by the current setting', async () => {
      await admin.call('admin.updateSetting', { key: 'limits.api', value: 5000 })
      const limit = async () =>
        (
          await fetch(`${server.url}/api/auth/me`, { headers: { Authorization: `Bearer ${admin.token}` } })
        ).headers.get('RateLimit-Limit')
      assert.equal(await limit(), '5000')
      await admin.call('admin.updateSetting', { key: 'limits.api', value: 600 })
      assert.equal(await limit(), '600')
      await admin.call('admin.updateSetting', { key: 'limits.sign_in', value: 2 })
      const guess = () =>
        server.anonymous('accounts.logIn', { email: 'a@example.com', password: 'wrong one' })
      await withinOneMinute(async () => {
        await server.app.database.run(sql`delete from rate_limits`)
        await assert.rejects(guess, { code: 'wrong_login' })
        await assert.rejects(guess, { code: 'wrong_login' })
        await assert.rejects(guess, { code: 'rate_limited' })
      })
    })
  })
}
