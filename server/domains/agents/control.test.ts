import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { queriesDuring } from '../../../test/watched-queries.ts'
import { addMember } from '../../../test/world.ts'

for (const engine of oneEngine) {
  describe(`control of agents on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let bob: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      bob = await addMember(server, ada, 'member')
      await ada.call('projects.create', { name: 'Web' })
    })
    after(() => server.stop())

    it('rejects every call of a paused agent except reads of its identity', async () => {
      const codex = await ada.agent({ agent: 'Codex' })
      await assert.rejects(bob.call('agents.pause', { agent: 'Codex' }), { code: 'forbidden' })
      const paused = await ada.call('agents.pause', { agent: 'Codex' })
      assert.equal(paused.paused?.by.name, 'Ada')
      for (const [tool, input] of [
        ['list_projects', {}],
        ['create_task', { project: 'web', title: 'Sneaked in' }],
        ['get_agent', { agent: 'Codex' }],
      ] as const) {
        const { isError, data } = await codex.call(tool, input)
        const { code, detail } = data as Record<string, unknown>
        assert.deepEqual([isError, code], [true, 'agent_paused'])
        assert.match(
          String(detail),
          /^Ada paused the agent Codex at 2\d{3}-.*retry after a person resumes it\.$/,
        )
      }
      const { data: inbox } = await codex.call('get_agent')
      const { by }: { by: string } = inbox.paused!
      assert.equal(by, 'Ada')
      const again = await ada.call('agents.pause', { agent: 'Codex' })
      assert.equal(again.version, paused.version, 'a second pause changes nothing')

      assert.equal((await ada.call('agents.resume', { agent: 'Codex' })).paused, null)
      assert.equal((await codex.call('list_projects')).isError, false)
      const { items } = await ada.call('activity.list', { type: 'agent.' })
      assert.deepEqual(
        items.slice(0, 2).map(({ type }) => type),
        ['agent.resumed', 'agent.paused'],
      )
      await codex.close()
    })

    it('lists agents at work with their task, steps and rejected calls in few statements', async () => {
      const codex = await ada.agent({ agent: 'Codex' })
      const { key } = await ada.call('tasks.create', {
        project: 'web',
        title: 'Fix the footer',
        status: 'todo',
      })
      await codex.call('claim_task', { task: key })
      await codex.call('update_task', { task: 'WEB-9999', priority: 'high' })
      await codex.call('update_task', { task: key, priority: 'high' })
      await ada.call('comments.create', { item: key, body: 'Use the **new** grid.' })
      for (const name of ['Idle one', 'Idle two']) await ada.call('agents.create', { name })

      let live = await bob.call('agents.listLive', {})
      const [first, ...others] = live.items
      assert.deepEqual(
        [first!.name, first!.working, first!.task?.key, first!.rejectedToday, first!.lastError?.code],
        ['Codex', true, key, 4, 'not_found'],
      )
      assert.match(first!.steps[0]!.description, new RegExp(`changed priority of ${key} "Fix the footer"`))
      assert.deepEqual(
        [first!.may, others.map(({ working }) => working)],
        [{ control: false, editTask: true }, [false, false]],
      )
      const queries = await queriesDuring(server.app.database, async () => {
        live = await ada.call('agents.listLive', {})
      })
      assert.equal(live.items[0]!.may.control, true)
      assert.ok(queries.length <= 5, `${queries.length} statements`)

      const { messages } = (await codex.call('get_agent')).data
      assert.deepEqual(
        (messages as unknown as { task: string; body: string }[]).map(({ task, body }) => [task, body]),
        [[key, 'Use the **new** grid.']],
      )
      const secret = await ada.call('projects.create', { name: 'Secret', visibility: 'private' })
      const hidden = await ada.call('tasks.create', { project: secret.slug, title: 'Hidden', status: 'todo' })
      await codex.call('claim_task', { task: hidden.key })
      const [seen] = (await bob.call('agents.listLive', {})).items
      assert.ok(!JSON.stringify(seen).includes('Hidden'), 'hides work in projects that the caller cannot see')
      await codex.close()
    })

    it('stops an agent: its tokens, sessions and claims end', async () => {
      const { key } = await ada.call('tasks.create', { project: 'web', title: 'Stop me', status: 'todo' })
      const runaway = await ada.agent({ agent: 'Runaway' })
      await runaway.call('claim_task', { task: key })
      await runaway.call('create_session', { project: 'web', title: 'Running away', goals: ['Run'] })
      await assert.rejects(bob.call('agents.stop', { agent: 'Runaway' }), { code: 'forbidden' })
      assert.deepEqual(await ada.call('agents.stop', { agent: 'Runaway' }), {
        tokens: 1,
        tasks: 1,
        sessions: 1,
      })
      await assert.rejects(runaway.call('list_projects'))
      const task = await ada.call('tasks.get', { task: key })
      assert.deepEqual([task.status, task.assignee, task.claim], ['todo', null, null])
      assert.equal((await ada.call('agents.get', { agent: 'Runaway' })).name, 'Runaway')
    })

    it('rejects an agent name that is a route', async () => {
      await assert.rejects(ada.call('agents.create', { name: 'Live' }), { code: 'invalid_input' })
    })
  })
}
