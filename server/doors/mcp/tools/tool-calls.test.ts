import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Agent,
  type Person,
  type TestServer,
  oneEngine,
  startTestServer,
} from '../../../../test/harness.ts'
import { join } from '../../../../test/world.ts'

for (const engine of oneEngine) {
  describe(`references in tool calls on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let builder: Agent
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web Shop', slug: 'web-shop', key: 'WEB' })
      builder = await ada.agent({ agent: 'Builder' })
    })
    after(async () => {
      await builder.close()
      await server.stop()
    })

    const done = async (tool: string, input: Record<string, unknown>) => {
      const { isError, data } = await builder.call(tool, input)
      assert.equal(isError, false, `${tool}: ${JSON.stringify(data)}`)
      return data as Record<string, unknown>
    }
    const found = async (tool: string, input: Record<string, unknown>) =>
      ((await done(tool, input)).items as Record<string, unknown>[]).length

    it('finds a project by slug, key or name, a task by key, and the agent as "me"', async () => {
      for (const project of ['web-shop', 'WEB', 'web', 'Web shop'])
        assert.equal((await done('get_project', { project })).slug, 'web-shop')
      const task = await done('create_task', { project: 'web', title: 'Sell', assignee: 'me' })
      assert.deepEqual([task.key, (task.assignee as { name: string }).name], ['WEB-1', 'Builder'])
      assert.equal((await done('get_task', { task: 'web-1' })).title, 'Sell')
      assert.equal(await found('list_tasks', { assignee: 'builder' }), 1)
      assert.equal(await found('list_tasks', { assignee: 'ada' }), 0)
      assert.equal((await done('get_agent', { agent: 'me' })).name, 'Builder')
      assert.equal((await done('update_agent', { agent: 'builder', role: 'Builds' })).role, 'Builds')
      assert.ok((await found('list_activities', { agent: 'me', item: 'WEB-1' })) > 0)
    })

    it('finds a user by a unique name and rejects an ambiguous one', async () => {
      await join(server, await server.register('Grace'), ada, 'member')
      const task = await done('create_task', { project: 'Web Shop', title: 'Count', assignee: 'grace' })
      assert.equal((task.assignee as { name: string }).name, 'Grace')
      await join(server, await server.register('Grace'), ada, 'member')
      const { data } = await builder.call('list_tasks', { assignee: 'Grace' })
      const [{ message }] = data.errors as unknown as [{ message: string }]
      assert.equal(message, 'Several users are called "Grace". Use a username instead.')
    })

    it('rejects a project name that two projects share', async () => {
      for (const slug of ['twin-one', 'twin-two'])
        await ada.call('projects.create', { name: 'The twins', slug })
      const { data } = await builder.call('get_project', { project: 'the twins' })
      const [{ path, message }] = data.errors as unknown as [{ path: string; message: string }]
      assert.equal(path, 'project')
      assert.match(message, /^Several projects are called "the twins"/)
    })

    it('finds its own session as "latest", and memory by the name of its owner', async () => {
      await done('create_session', { project: 'WEB', goals: ['Sell'] })
      await done('store_memory', { content: 'Sessions have names.', scope: 'session', session: 'latest' })
      await done('store_memory', { content: 'Agents have names.', scope: 'agent', agent: 'builder' })
      assert.equal(await found('list_memories', { agent: 'me' }), 1)
      assert.equal((await done('clear_memory', { scope: 'session', session: 'latest' })).removed, 1)
      await done('end_session', { session: 'latest', as: 'paused', summary: 'So far.' })
      assert.equal(await found('list_sessions', { project: 'web', status: ['paused'] }), 1)
    })

    it('finds decisions, specs and features by key', async () => {
      await done('log_decision', { project: 'web', title: 'Buy', rationale: 'Cheap.' })
      await done('resolve_decision', { decision: 'd-1', status: 'accepted' })
      assert.equal((await done('get_decision', { decision: 'D-1' })).status, 'accepted')
      await done('create_spec', { project: 'web', title: 'Shop', content: 'One.', links: ['WEB-1'] })
      await done('update_spec', { spec: 's-1', content: 'Two.' })
      const spec = await done('get_spec', { spec: 'S-1', revision: 1, compareWith: 2 })
      assert.equal(spec.content, 'One.')
      const { key } = await done('create_feature', { project: 'WEB', title: 'Carts', workflow: 'standard' })
      assert.equal((await done('get_feature', { feature: String(key).toLowerCase() })).title, 'Carts')
    })

    it('finds a note by its title, and by id if the title is ambiguous', async () => {
      const { id } = await done('create_note', { project: 'web', title: 'The plan', content: 'One.' })
      assert.equal((await done('get_note', { note: 'the PLAN' })).id, id)
      await done('update_note', { note: 'The plan', content: 'Two.' })
      await done('delete_note', { note: 'The plan' })
      assert.equal((await builder.call('get_note', { note: 'The plan' })).data.code, 'not_found')
      await done('restore_item', { item: 'The plan' })
      assert.equal((await done('get_note', { note: 'The plan' })).content, 'Two.')

      const own = await done('create_note', { title: 'The Plan', content: 'Mine.' })
      const { isError, data } = await builder.call('get_note', { note: 'The plan' })
      assert.ok(isError)
      const [{ path, message }] = data.errors as unknown as [{ path: string; message: string }]
      assert.equal(path, 'note')
      assert.ok(
        message.includes(`${String(id)} (web-shop)`) && message.includes(`${String(own.id)} (your own)`),
      )
      assert.equal((await done('get_note', { note: own.id })).content, 'Mine.')
    })

    it('accepts fields that the tool list omits', async () => {
      const { tools } = await builder.client.listTools()
      const { properties = {} } = tools.find(({ name }) => name === 'create_task')!.inputSchema
      assert.ok(!('estimate' in properties) && 'priority' in properties)
      const task = await done('create_task', { project: 'web', title: 'Big', estimate: 8, type: 'spike' })
      assert.deepEqual([task.estimate, task.type], [8, 'spike'])
    })

    it('returns claims that match the output schema, which the client checks', async () => {
      const { tools } = await builder.client.listTools()
      const { outputSchema } = tools.find(({ name }) => name === 'claim_task')!
      assert.deepEqual(Object.keys(outputSchema!.properties!), ['task', 'claim'])
      const { task, claim } = await done('claim_task', { project: 'web' })
      const { key } = task as { key: string }
      for (const detail of ['concise', 'full'])
        assert.equal((await done('claim_task', { action: 'renew', task: key, claim, detail })).claim, claim)
      assert.equal((await done('claim_task', { action: 'release', task: key, claim })).claim, null)
      const { isError } = await builder.call('claim_task', { task: 'WEB-999' })
      assert.equal(isError, true)
    })
  })
}
