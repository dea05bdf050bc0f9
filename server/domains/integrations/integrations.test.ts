import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { sql } from '../../database/sql.ts'

const secret = 'glpat-a-secret-that-nobody-else-knows-wxyz'

for (const engine of oneEngine) {
  describe(`personal integrations on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    const connect = (input: {
      provider?: 'gitlab' | 'github' | 'openai' | 'anthropic'
      [field: string]: unknown
    }) => ada.call('integrations.connectOwn', { provider: 'gitlab', ...input })

    it('lists integrations without the secret', async () => {
      const connected = await connect({
        provider: 'anthropic',
        secret,
        baseUrl: 'https://ai.example.com/',
        label: 'Work',
      })
      const { createdAt: _, updatedAt: __, ...shown } = connected
      assert.deepEqual(shown, {
        provider: 'anthropic',
        label: 'Work',
        baseUrl: 'https://ai.example.com',
        hasSecret: true,
        hint: 'wxyz',
        version: 1,
      })
      const { items } = await ada.call('integrations.listOwn', {})
      assert.deepEqual(
        items.find(({ provider }) => provider === 'anthropic'),
        connected,
      )
    })

    it('keeps the secret on other changes and replaces it on request', async () => {
      await connect({ secret, baseUrl: 'https://git.example.com' })
      const renamed = await connect({ label: 'Home', baseUrl: null })
      assert.deepEqual([renamed.label, renamed.baseUrl, renamed.hint], ['Home', null, 'wxyz'])
      assert.equal(await stored('gitlab'), secret)
      assert.equal((await connect({ label: 'Home' })).version, renamed.version, 'no change, no new version')
      assert.equal((await connect({ secret: 'short' })).hint, null, 'no hint for a short secret')
      assert.equal(await stored('gitlab'), 'short')
      await assert.rejects(connect({ provider: 'openai', label: 'No secret yet' }), { status: 400 })
    })

    it('rejects a change with a stale version', async () => {
      const call = (label: string, ifMatch: number) =>
        ada.call('integrations.connectOwn', { provider: 'gitlab', label }, { ifMatch })
      const { version } = await connect({ secret })
      await call('One', version)
      await assert.rejects(call('Two', version), { status: 412 })
    })

    it('stores one integration for concurrent requests', async () => {
      const secrets = Array.from({ length: 5 }, (_, number) => `${secret}-${number}`)
      await Promise.all(secrets.map((each) => connect({ provider: 'openai', secret: each })))
      const { items } = await ada.call('integrations.listOwn', {})
      assert.equal(items.find(({ provider }) => provider === 'openai')!.version, 5)
    })

    it('rejects a base URL that is not https, contains a password or is not public', async () => {
      const wrong = ['http://git.example.com', 'https://me:pw@git.example.com', 'file:///etc/passwd', 'git']
      const more = ['https://git.example.com/?token=x', 'http://localhost.example.com', 'javascript:alert(1)']
      for (const baseUrl of [...wrong, ...more])
        await assert.rejects(connect({ secret, baseUrl }), { status: 400 }, baseUrl)
      const inside = ['https://localhost', 'https://10.0.0.7', 'https://[::1]', 'https://169.254.169.254/x']
      for (const baseUrl of [...inside, 'https://-git.example.com', 'https://git.example.com:22'])
        await assert.rejects(connect({ secret, baseUrl }), { status: 400 }, baseUrl)
      // REPO_HOSTS allows this host.
      const baseUrl = 'http://127.0.0.1:3000/api'
      assert.equal((await connect({ secret, baseUrl })).baseUrl, baseUrl)
    })

    it('deletes an integration with its secret', async () => {
      await connect({ provider: 'openai', secret })
      await ada.call('integrations.disconnectOwn', { provider: 'openai' })
      await assert.rejects(ada.call('integrations.disconnectOwn', { provider: 'openai' }), { status: 404 })
      assert.equal(await stored('openai'), undefined)
    })

    it('hides integrations from other users and rejects API keys', async () => {
      const bob = await server.register('Bob')
      assert.deepEqual((await bob.call('integrations.listOwn', {})).items, [])
      await assert.rejects(bob.call('integrations.disconnectOwn', { provider: 'gitlab' }), { status: 404 })
      const { value } = await ada.call('credentials.createApiKey', { name: 'thief' })
      await assert.rejects(server.client(value)('integrations.listOwn', {}), {
        code: 'session_needed',
      })
    })

    it('stores the secret in no event and no column in plain text', async () => {
      await connect({ secret })
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      assert.ok(items.some(({ type }) => type === 'integration.connected'))
      assert.ok(!JSON.stringify(items).includes('secret-that-nobody'))
      const columns = await server.app.database.run<{ table: string; column: string }>(
        sql`select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`,
      )
      const spelled = ['secret-that-nobody', Buffer.from(secret).toString('hex')].map((each) => `%${each}%`)
      for (const { table, column } of columns) {
        const [found] = await server.app.database.run(
          sql`select 1 from "${sql.raw(table)}" where "${sql.raw(column)}"::text like any (${spelled})`,
        )
        assert.equal(found, undefined, `${table}.${column}`)
      }
    })

    async function stored(provider: string): Promise<string | undefined> {
      const [row] = await server.app.database.run<{ secret: Buffer }>(
        sql`select secret from user_integrations where user_id = ${ada.user.id} and provider = ${provider}`,
      )
      return row && server.app.secrets.decrypt(`integration ${provider} ${ada.user.id}`, row.secret)
    }
  })
}
