import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  oneEngine,
  runTestServer,
  startTestServer,
} from '../../../../test/harness.ts'
import {
  type McpNotification,
  type NotificationListener,
  listenOverGet,
  listenOverSse,
  listen,
} from '../../../../test/mcp-listeners.ts'
import { includesTool } from '../../../operations/tool-profiles.ts'

const toolsChanged = ({ method }: McpNotification) => method === 'notifications/tools/list_changed'
const resourcesChanged = ({ method }: McpNotification) => method === 'notifications/resources/list_changed'

for (const engine of oneEngine) {
  describe(`changes of the tool list on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web' })
    })
    after(() => server.stop())

    function tokenWith(more: object = {}) {
      return ada.call('credentials.createMcpToken', { name: 'told', ...more })
    }

    /** Opens a stream of each kind. */
    async function streamsOf(
      token: string,
      at: Pick<TestServer, 'url'> = server,
    ): Promise<NotificationListener[]> {
      return [
        await listenOverSse(at, token),
        await listenOverGet(at, token),
        await listen(at, token, { toolsListChanged: true, resourcesListChanged: true }),
      ]
    }

    async function toolsOn(hearing: NotificationListener): Promise<string[]> {
      const { tools } = (await hearing.request('tools/list', {})) as { tools: { name: string }[] }
      return tools.map(({ name }) => name)
    }

    /** Causes a notification on every stream that sees the project. */
    async function changeResources(): Promise<void> {
      await ada.call('specs.create', { project: 'web', title: 'New', content: '' })
    }

    /** Checks that no tool list change arrives before a later notification. */
    async function staysSilent(hearing: NotificationListener): Promise<void> {
      await hearing.next((heard) => {
        assert.ok(!toolsChanged(heard))
        return resourcesChanged(heard)
      })
    }

    it('notifies every stream of the token, which then lists the new tools', async () => {
      const { id, value } = await tokenWith({ profile: 'core' })
      const hearings = await streamsOf(value)
      for (const hearing of hearings) assert.ok((await toolsOn(hearing)).includes('claim_task'))
      await ada.call('credentials.updateMcpToken', { mcpToken: id, profile: 'notes,specs' })
      for (const hearing of hearings) {
        await hearing.next(toolsChanged)
        const tools = await toolsOn(hearing)
        assert.ok(tools.includes('create_note') && tools.every((tool) => includesTool('notes,specs', tool)))
      }
      for (const hearing of hearings) await hearing.close()
    })

    it('sends nothing for another token or a new name', async () => {
      const [changed, other] = [await tokenWith(), await tokenWith()]
      const hearings = [...(await streamsOf(changed.value)), ...(await streamsOf(other.value))]
      const unasked = await listen(server, changed.value, { resourcesListChanged: true })
      await ada.call('credentials.updateMcpToken', { mcpToken: changed.id, name: 'renamed' })
      await changeResources()
      for (const hearing of hearings) await staysSilent(hearing)
      await ada.call('credentials.updateMcpToken', { mcpToken: changed.id, profile: 'core' })
      for (const hearing of hearings.slice(0, 3)) await hearing.next(toolsChanged)
      await changeResources()
      for (const hearing of [...hearings.slice(3), unasked]) await staysSilent(hearing)
      for (const hearing of [...hearings, unasked]) await hearing.close()
    })

    it('notifies project, sandbox and agent tokens too', async () => {
      for (const narrowed of [{ project: 'web' }, { mode: 'test' }, { scopes: ['read'], agent: 'Reader' }]) {
        const { id, value } = await tokenWith(narrowed)
        const hearings = await streamsOf(value)
        await ada.call('credentials.updateMcpToken', { mcpToken: id, profile: 'tasks' })
        for (const hearing of hearings) {
          await hearing.next(toolsChanged)
          assert.ok((await toolsOn(hearing)).every((tool) => includesTool('tasks', tool)))
          await hearing.close()
        }
      }
    })

    // The embedded database has one node.
    if (engine === 'pgsql')
      it('notifies streams on every node', async () => {
        const second = await runTestServer(server.environment)
        try {
          const { id, value } = await tokenWith()
          const hearings = [...(await streamsOf(value)), ...(await streamsOf(value, second))]
          await ada.call('credentials.updateMcpToken', { mcpToken: id, profile: 'core' })
          for (const hearing of hearings) {
            await hearing.next(toolsChanged)
            assert.ok((await toolsOn(hearing)).every((tool) => includesTool('core', tool)))
            await hearing.close()
          }
        } finally {
          await second.stop()
        }
      })
  })
}
