import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  oneEngine,
  runTestServer,
  startOwnServer,
} from '../../../test/harness.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { addMember, impersonate } from '../../../test/world.ts'

for (const engine of oneEngine) {
  describe(`closing of live connections, on ${engine}`, () => {
    let server: TestServer
    /** A second node on the same database. The same server on PGlite. */
    let other: TestServer
    let ada: Person
    before(async () => {
      server = await startOwnServer(engine)
      other = engine === 'pgsql' ? await runTestServer(server.environment) : server
      ada = await server.register('Ada')
    })
    after(async () => {
      await server.stop()
      if (other !== server) await other.stop()
    })

    it('closes on every node when the credential is revoked', async () => {
      const grace = await addMember(server, ada, 'member')
      const key = await grace.call('credentials.createApiKey', { name: 'key' })
      const token = await grace.call('credentials.createMcpToken', { name: 'token' })
      const open = (value: string) => Promise.all([server, other].map((node) => LiveClient.open(node, value)))
      const [byKey, byToken, byLogin] = [
        await open(key.value),
        await open(token.value),
        await open(grace.token),
      ]
      await grace.call('credentials.revokeApiKey', { apiKey: key.id })
      for (const client of byKey) assert.equal((await client.end()).code, 4401)
      await grace.call('credentials.revokeMcpToken', { mcpToken: token.id })
      for (const client of byToken) assert.equal((await client.end()).code, 4401)
      assert.ok(byLogin.every(({ closed }) => !closed))
      await grace.call('accounts.logOut', {})
      for (const client of byLogin) assert.equal((await client.end()).code, 4401)
    })

    it('closes connections and MCP streams when the key or token expires', async () => {
      const expiresAt = new Date(Date.now() + 3000).toISOString()
      const key = await ada.call('credentials.createApiKey', { name: 'key', expiresAt })
      const token = await ada.call('credentials.createMcpToken', { name: 'token', expiresAt })
      const client = await LiveClient.open(server, key.value)
      const headers = { Authorization: `Bearer ${token.value}` }
      const stream = await fetch(`${server.url}/mcp/sse`, { headers })
      assert.equal((await client.end()).code, 4401)
      await stream.text()
    })

    it('closes through the journal when the revocation message is lost', async () => {
      const key = await ada.call('credentials.createApiKey', { name: 'key' })
      const client = await LiveClient.open(other, key.value)
      const { revoked } = server.app.bus
      server.app.bus.revoked = () => {}
      try {
        await ada.call('credentials.revokeApiKey', { apiKey: key.id })
        assert.equal((await client.end()).code, 4401)
      } finally {
        server.app.bus.revoked = revoked
      }
    })

    it('closes for suspended users and impersonators, but not on a bare bus message', async () => {
      const grace = await addMember(server, ada, 'member')
      const mallory = await addMember(server, ada, 'admin')
      const key = await grace.call('credentials.createApiKey', { name: 'key' })
      const acting = await LiveClient.open(other, await impersonate(server, mallory, grace))
      const client = await LiveClient.open(other, key.value)
      server.app.bus.revoked(grace.user.id)
      await ada.call('admin.suspendUser', { user: mallory.user.id })
      assert.equal((await acting.end()).code, 4401)
      client.send({ type: 'ping' })
      await client.next('pong')
      await ada.call('admin.suspendUser', { user: grace.user.id })
      assert.equal((await client.end()).code, 4401)
    })

    it('closes when the server stops, without waiting for unresponsive clients', async () => {
      const own = await startOwnServer(engine)
      const grace = await own.register('Grace')
      const client = await LiveClient.open(own, grace.token)
      const unresponsive = await LiveClient.open(own, grace.token)
      await client.follow('organization')
      unresponsive.ws.pause()
      await own.stop()
      assert.equal((await client.end()).code, 1012)
      unresponsive.ws.terminate()
    })
  })
}
