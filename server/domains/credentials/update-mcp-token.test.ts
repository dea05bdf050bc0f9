import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  clientFor,
  connectAgent,
  oneEngine,
  startTestServer,
} from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'

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

    it('gives it another name and other tools, and nothing else', async () => {
      const { value, mcpUrl: _, ...made } = await ada.call('credentials.createMcpToken', { name: 'desk' })
      const changed = await ada.call('credentials.updateMcpToken', {
        ...{ mcpToken: made.id, name: 'laptop', profile: 'tasks, notes' },
      })
      assert.deepEqual(changed, { ...made, name: 'laptop', profile: 'tasks,notes' })
      const { items } = await ada.call('credentials.listMcpTokens', {})
      assert.deepEqual(
        items.find(({ id }) => id === made.id),
        changed,
      )
      const [event] = await updates(made.id)
      assert.deepEqual(event!.data.changes, {
        name: { from: 'desk', to: 'laptop' },
        profile: { from: 'full', to: 'tasks,notes' },
      })
      assert.equal(event!.subject.key, 'laptop')
      const agent = await connectAgent(server.url, value, made.id, 'http')
      await assert.rejects(agent.call('list_projects', {}))
      await agent.close()
      for (const more of [{ scopes: ['admin'] }, { project: null }, { agent: 'Builder' }, { mode: 'live' }])
        await assert.rejects(ada.call('credentials.updateMcpToken', { mcpToken: made.id, ...more }), {
          status: 400,
          code: 'invalid_input',
        })
    })

    it('tells of no change where there is none, and refuses what is none', async () => {
      const made = await ada.call('credentials.createMcpToken', { name: 'same', profile: 'core' })
      const change = (set: object) => ada.call('credentials.updateMcpToken', { mcpToken: made.id, ...set })
      await change({ name: 'same', profile: 'core' })
      assert.deepEqual(await updates(made.id), [])
      const refused = (path: string) => (error: { status: number; errors: { path: string }[] }) => {
        assert.deepEqual([error.status, error.errors.map((each) => each.path)], [400, [path]])
        return true
      }
      await assert.rejects(change({}), refused('name'))
      await assert.rejects(change({ name: ' ' }), refused('name'))
      await assert.rejects(change({ profile: 'everything' }), refused('profile'))
    })

    it('works for a token of the sandbox, and for nothing that is not a token of the caller', async () => {
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
      const program = clientFor(server.url, key.value)
      await assert.rejects(program('credentials.updateMcpToken', { mcpToken: test.id, ...set }), {
        ...{ status: 403, code: 'session_needed' },
      })
      await ada.call('credentials.revokeMcpToken', { mcpToken: test.id })
      await assert.rejects(ada.call('credentials.updateMcpToken', { mcpToken: test.id, ...set }), unknown)
    })
  })
}
