import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  connectAgent,
  oneEngine,
  settled,
  startTestServer,
} from '../../../../test/harness.ts'
import { addMember } from '../../../../test/world.ts'
import { sql } from '../../../database/sql.ts'
import { categories } from '../../../operations/tool-profiles.ts'

for (const engine of oneEngine) {
  describe(`restrictions of keys and tokens, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      await ada.call('projects.create', { name: 'Shop', slug: 'shop', key: 'SHOP' })
      await ada.call('tasks.create', { project: 'shop', title: 'Elsewhere' })
    })
    after(() => server.stop())

    describe('an agent', () => {
      it('creates an agent for a new name and reuses it for the same name or id', async () => {
        const first = await ada.call('credentials.createMcpToken', { name: 'one', agent: 'Builder' })
        const again = await ada.call('credentials.createMcpToken', { name: 'two', agent: 'builder' })
        const byId = await ada.call('credentials.createMcpToken', { name: 'three', agent: first.agent!.id })
        assert.equal(first.agent!.name, 'Builder')
        assert.deepEqual([again.agent, byId.agent], [first.agent, first.agent])
        const { items } = await ada.call('activity.listEvents', { limit: 500 })
        const created = items.filter(({ type }) => type === 'agent.created')
        assert.deepEqual(
          created.map(({ subject }) => [subject.id, subject.key]),
          [[first.agent!.id, 'Builder']],
        )
      })

      it('creates one agent for concurrent tokens with the same agent name', async () => {
        const tokens = await Promise.all(
          [1, 2, 3, 4].map(() => ada.call('credentials.createMcpToken', { name: 'x', agent: 'Twin' })),
        )
        assert.equal(new Set(tokens.map(({ agent }) => agent!.id)).size, 1)
      })

      it('records work under the name of the agent, on behalf of the user', async () => {
        const builder = await ada.agent({ agent: 'Builder' })
        const { data } = await builder.call('create_task', { project: 'web', title: 'x', assignee: 'me' })
        await builder.close()
        const task = await ada.call('tasks.get', { task: String(data.key) })
        assert.deepEqual(
          [task.createdBy.name, task.createdBy.onBehalfOf?.name, task.assignee?.name],
          ['Builder', 'Ada', 'Builder'],
        )
      })

      it('rejects an agent id of another organization', async () => {
        const bob = await server.register('Bob')
        const { agent } = await bob.call('credentials.createMcpToken', { name: 'x', agent: 'Foreign' })
        const foreign = ada.call('credentials.createMcpToken', { name: 'x', agent: agent!.id })
        await assert.rejects(foreign, { status: 404, code: 'not_found' })
      })

      it('rejects creating an agent as a guest', async () => {
        const guest = await addMember(server, ada, 'guest')
        const token = guest.call('credentials.createMcpToken', { name: 'x', agent: 'Of a guest' })
        await assert.rejects(token, { status: 403, code: 'role_too_low' })
      })
    })

    describe('a project', () => {
      it('fills in the bound project for an agent and rejects any other', async () => {
        const agent = await ada.agent({ project: 'WEB' })
        const { tools } = await agent.client.listTools()
        assert.ok(tools.every(({ inputSchema }) => !('project' in inputSchema.properties!)))
        assert.ok(tools.every(({ inputSchema }) => !inputSchema.required?.includes('project')))
        assert.ok(!tools.some(({ name }) => name === 'create_project'))

        assert.equal((await agent.call('get_project')).data.slug, 'web')
        const { data: task } = await agent.call('create_task', { title: 'Here' })
        assert.equal(task.project, 'web')
        assert.equal((await agent.call('create_task', { title: 'x', project: 'web' })).isError, false)
        const there = await agent.call('create_task', { title: 'There', project: 'shop' })
        assert.deepEqual([there.data.status, there.data.code], [404, 'not_found'])
        const another = await agent.call('create_project', { name: 'Another' })
        assert.deepEqual([another.data.status, another.data.code], [403, 'project_only'])
        const items: { slug: string }[] = (await agent.call('list_projects')).data.items!
        assert.deepEqual(
          items.map(({ slug }) => slug),
          ['web'],
        )
        await agent.close()
      })

      it('limits a key to reading, changing and receiving events of its project', async () => {
        const { value, project } = await ada.call('credentials.createApiKey', { name: 'ci', project: 'web' })
        assert.equal(project!.slug, 'web')
        const ci = server.client(value)
        await settled(server.app.database)
        const { nextCursor } = await ci('activity.listEvents', { cursor: 'latest' })
        const missing = { status: 404, code: 'not_found' }
        await assert.rejects(ci('tasks.get', { task: 'SHOP-1' }), missing)
        await assert.rejects(ci('tasks.list', { project: 'shop' }), missing)
        await assert.rejects(ci('projects.delete', { project: 'shop' }), missing)
        await assert.rejects(ci('projects.create', { name: 'x' }), { status: 403, code: 'project_only' })
        await assert.rejects(ci('sandbox.get', {}), { status: 403, code: 'project_only' })

        await ada.call('tasks.create', { project: 'shop', title: 'Not received' })
        await ada.call('credentials.createApiKey', { name: 'of the organization' })
        const task = await ci('tasks.create', { project: 'web', title: 'Received' })
        const { items } = await ci('activity.listEvents', { cursor: nextCursor, wait: 20 })
        assert.deepEqual(
          items.map(({ subject }) => subject.key),
          [task.key],
        )
        await settled(server.app.database)
        const all = await ci('activity.listEvents', { limit: 500 })
        assert.ok(all.items.every((event) => event.project === project!.id))
      })

      it('limits restoring from the trash to the bound project', async () => {
        const [here, there] = [
          await ada.call('tasks.create', { project: 'web', title: 'x' }),
          await ada.call('tasks.create', { project: 'shop', title: 'x' }),
        ]
        for (const { id } of [here, there]) await ada.call('tasks.delete', { task: id })
        const agent = await ada.agent({ project: 'web' })
        const restored = await agent.call('restore_item', { kind: 'task', item: here.key })
        const rejected = await agent.call('restore_item', { kind: 'task', item: there.key })
        assert.deepEqual([restored.isError, rejected.data.code], [false, 'not_found'])
        await agent.close()
      })

      it('rejects a project that the creator of the token cannot see', async () => {
        const secret = await ada.call('projects.create', { name: 'Secret', visibility: 'private' })
        const member = await addMember(server, ada, 'member')
        const token = member.call('credentials.createMcpToken', { name: 'x', project: secret.slug })
        await assert.rejects(token, { status: 404, code: 'not_found' })
      })
    })

    describe('a profile', () => {
      const names = async (profile: string) => {
        const agent = await ada.agent({ profile, transport: 'sse' })
        const { tools } = await agent.client.listTools()
        await agent.close()
        return tools.map(({ name }) => name)
      }

      it('lists only the tools of the profile', async () => {
        const full = await names('full')
        const core = await names('core')
        assert.ok(core.length < full.length && core.includes('complete_task'))
        assert.deepEqual(
          await names('notes, tasks'),
          full.filter((name) => /_tasks?$|_notes?$/.test(name)),
        )
      })

      it('accepts stored profiles with the former category trash', async () => {
        const { id, value } = await ada.call('credentials.createMcpToken', { name: 'old' })
        await server.app.database.run(
          sql`update credentials set tool_profile = ${'tasks,trash'} where id = ${id}`,
        )
        const agent = await connectAgent(server.url, value, 'old', 'http')
        const { tools } = await agent.client.listTools()
        assert.deepEqual(
          tools.filter(({ name }) => !/_tasks?$/.test(name)).map(({ name }) => name),
          ['restore_item'],
        )
        await agent.close()
      })

      it('rejects calls of tools outside the profile', async () => {
        const agent = await ada.agent({ profile: 'tasks' })
        assert.equal((await agent.call('list_tasks')).isError, false)
        await assert.rejects(
          agent.call('list_projects'),
          /profile "tasks" of this token hides the tool "list_projects"/,
        )
        await agent.close()
      })

      it('rejects a profile with an unknown category', async () => {
        await assert.rejects(ada.call('credentials.createMcpToken', { name: 'x', profile: 'everything' }), {
          errors: [
            {
              path: 'profile',
              message: `Use full, core, or a comma-separated list of ${categories.join(', ')}.`,
            },
          ],
        })
      })
    })

    describe('a scope', () => {
      it('lists only tools that the scopes allow and rejects the others with an explanation', async () => {
        const reader = await ada.agent({ scopes: ['read'] })
        const { tools } = await reader.client.listTools()
        assert.ok(tools.length > 20 && tools.every(({ annotations }) => annotations?.readOnlyHint))
        assert.equal((await reader.call('list_tasks')).isError, false)
        const rejected = await reader.call('create_task', { project: 'web', title: 'x' })
        assert.deepEqual([rejected.isError, rejected.data.code], [true, 'scope_missing'])
        assert.match(String(rejected.data.detail), /lacks the scope "write"/)
        await reader.close()
      })
    })

    it('returns all restrictions with the token', async () => {
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
      const input = { name: 'all', agent: 'Builder', project: 'web', profile: 'core', expiresAt }
      const { value, mcpUrl, ...created } = await ada.call('credentials.createMcpToken', {
        ...input,
        scopes: ['read'],
      })
      const { items } = await ada.call('credentials.listMcpTokens', {})
      assert.deepEqual(items[0], created)
      assert.deepEqual(
        [created.agent!.name, created.project!.slug, created.profile],
        ['Builder', 'web', 'core'],
      )
      assert.deepEqual(
        [created.mode, created.expiresAt, created.lastUsedAt, created.scopes],
        ['live', expiresAt, null, ['read']],
      )
      assert.ok(value.startsWith(created.hint))
      assert.equal(mcpUrl, null)
    })
  })
}
