import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  connectAgent,
  oneEngine,
  startTestServer,
} from '../../../../test/harness.ts'
import { addMember } from '../../../../test/world.ts'

for (const engine of oneEngine) {
  describe(`changing an MCP token, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    async function updates(id: string) {
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      return items.filter(({ type, subject }) => type === 'mcp_token.updated' && subject.id === id)
    }

    it('changes only the name and the tool profile', async () => {
      const { value, mcpUrl: _, ...created } = await ada.call('credentials.createMcpToken', { name: 'desk' })
      const changed = await ada.call('credentials.updateMcpToken', {
        mcpToken: created.id,
        name: 'laptop',
        profile: 'tasks, notes',
      })
      assert.deepEqual(changed, { ...created, name: 'laptop', profile: 'tasks,notes' })
      const { items } = await ada.call('credentials.listMcpTokens', {})
      assert.deepEqual(
        items.find(({ id }) => id === created.id),
        changed,
      )
      const [event] = await updates(created.id)
      assert.deepEqual(event!.data.changes, {
        name: { from: 'desk', to: 'laptop' },
        profile: { from: 'full', to: 'tasks,notes' },
      })
      assert.equal(event!.subject.key, 'laptop')
      const agent = await connectAgent(server.url, value, created.id, 'http')
      await assert.rejects(agent.call('list_projects', {}))
      await agent.close()
      for (const more of [{ scopes: ['admin'] }, { project: null }, { agent: 'Builder' }, { mode: 'live' }])
        await assert.rejects(ada.call('credentials.updateMcpToken', { mcpToken: created.id, ...more }), {
          status: 400,
          code: 'invalid_input',
        })
    })

    it('records no event without a change and rejects invalid changes', async () => {
      const created = await ada.call('credentials.createMcpToken', { name: 'same', profile: 'core' })
      const change = (set: object) => ada.call('credentials.updateMcpToken', { mcpToken: created.id, ...set })
      await change({ name: 'same', profile: 'core' })
      assert.deepEqual(await updates(created.id), [])
      const isInvalid = (path: string) => (error: { status: number; errors: { path: string }[] }) => {
        assert.deepEqual([error.status, error.errors.map((each) => each.path)], [400, [path]])
        return true
      }
      await assert.rejects(change({}), isInvalid('name'))
      await assert.rejects(change({ name: ' ' }), isInvalid('name'))
      await assert.rejects(change({ profile: 'everything' }), isInvalid('profile'))
    })

    it("accepts a sandbox token and rejects credentials that are not the caller's tokens", async () => {
      const test = await ada.call('credentials.createMcpToken', { name: 'trial', mode: 'test' })
      const changed = await ada.call('credentials.updateMcpToken', { mcpToken: test.id, profile: 'core' })
      assert.deepEqual([changed.mode, changed.profile], ['test', 'core'])
      const unknown = { status: 404, code: 'not_found' }
      const key = await ada.call('credentials.createApiKey', { name: 'a key' })
      const set = { profile: 'notes' }
      await assert.rejects(ada.call('credentials.updateMcpToken', { mcpToken: key.id, ...set }), unknown)
      const others = [await server.register('Bob'), await addMember(server, ada, 'admin')]
      for (const other of others)
        for (const given of [set, {}])
          await assert.rejects(
            other.call('credentials.updateMcpToken', { mcpToken: test.id, ...given }),
            unknown,
          )
      const program = server.client(key.value)
      await assert.rejects(program('credentials.updateMcpToken', { mcpToken: test.id, ...set }), {
        status: 403,
        code: 'session_needed',
      })
      await ada.call('credentials.revokeMcpToken', { mcpToken: test.id })
      await assert.rejects(ada.call('credentials.updateMcpToken', { mcpToken: test.id, ...set }), unknown)
    })
  })
}
