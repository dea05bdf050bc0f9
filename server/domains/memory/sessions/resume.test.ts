import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { InputOf, OutputOf } from '../../../assembly/client.ts'
import {
  type Agent,
  type Person,
  type TestServer,
  oneEngine,
  startTestServer,
} from '../../../../test/harness.ts'
import { addMember } from '../../../../test/world.ts'

type Resumed = OutputOf<'sessions.resume'>

for (const engine of oneEngine) {
  describe(`session resume, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    before(async () => {
      server = await startTestServer(engine)
      // The model loads on first use, which on a busy machine takes longer than the request timeout.
      await server.app.embedder.embed(['warm'])
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(() => server.stop())

    const start = (more: InputOf<'sessions.create'> = {}) =>
      ada.call('sessions.create', {
        context: 'We move to the new invoice format.',
        goals: ['Convert'],
        ...more,
      })
    const resume = async (agent: Agent, input: Record<string, unknown> = {}) =>
      (await agent.call('resume_session', input)).data as unknown as Resumed

    it('resumes a session on another client with its whole context', async () => {
      const first = await ada.agent({ agent: 'Builder' })
      const context = `# Invoices\n${'The old format had "quotes" and\nlines. '.repeat(40)}`
      const created = await first.call('create_session', {
        context,
        goals: ['Convert all invoices', 'Tell the accountants'],
        project: 'web',
      })
      const id = String(created.data.id)
      const task = await ada.call('tasks.create', { project: 'web', title: 'Convert', assignee: 'Builder' })
      await ada.call('tasks.create', { project: 'web', title: 'Not assigned to Builder' })
      const claimed = await first.call('claim_task', { task: task.key })
      assert.equal(claimed.isError, false)
      await ada.call('memories.store', {
        scope: 'project',
        project: 'web',
        content: 'Invoices before 2019 exist on paper only.',
      })
      const state = { converted: 412, failed: ['2017-03', '2018-11'] }
      const ended = await first.call('end_session', {
        session: id,
        summary: 'Half of the invoices are converted.',
        state,
        goals: [
          { text: 'Convert all invoices', done: false },
          { text: 'Tell the accountants', done: true },
        ],
        learned: [{ content: 'The converter chokes on empty addresses.', tags: ['converter'] }],
      })
      assert.equal(ended.isError, false)
      await first.close()
      await grace.call('tasks.create', { project: 'web', title: 'Created by Grace' })

      const second = await ada.agent({ agent: 'Builder', name: 'another machine' })
      const resumed = await resume(second, { session: id })
      await second.close()
      assert.equal(resumed.context, context)
      assert.deepEqual(
        resumed.goals.map(({ done }) => done),
        [false, true],
      )
      assert.deepEqual(resumed.state, state)
      assert.equal(resumed.checkpoint!.summary, 'Half of the invoices are converted.')
      assert.deepEqual([resumed.session.status, resumed.session.resumed], ['active', 1])
      const [held, ...others] = resumed.tasks
      assert.deepEqual([held!.key, held!.claim!.number, others], [task.key, 1, []])
      const remembered = resumed.memory.map(({ excerpt }) => excerpt)
      assert.ok(remembered.includes('Invoices before 2019 exist on paper only.'))
      assert.ok(remembered.includes('The converter chokes on empty addresses.'), 'what it learned')
      assert.ok(
        resumed.changes.some(({ what, by }) => what.includes('task.created') && by[0] === grace.user.name),
        'what happened since',
      )
      assert.deepEqual([resumed.leftOut, resumed.activeElsewhere], [[], null])
    })

    it('warns that another client is active in the session', async () => {
      const { id } = await start({ project: 'web' })
      const agent = await ada.agent({ agent: 'Second' })
      const { activeElsewhere } = await resume(agent, { session: id })
      assert.equal(activeElsewhere!.by.name, 'Ada')
      const again = await resume(agent, { session: id })
      assert.deepEqual([again.activeElsewhere, again.session.resumed], [null, 2])
      await agent.close()
    })

    it('keeps the response within maxTokens and lists the omitted sections', async () => {
      const project = (await ada.call('projects.create', { name: 'Big' })).slug
      const agent = await ada.agent()
      const context = 'Context that must not be lost silently. '.repeat(60)
      const { data } = await agent.call('create_session', { context, goals: ['One', 'Two'], project })
      const session = String(data.id)
      for (let number = 0; number < 30; number++) {
        await ada.call('tasks.create', { project, title: `Task ${number} of many`, assignee: 'me' })
        await ada.call('memories.store', {
          scope: 'project',
          project,
          content: `Context ${number}: ${'something to know. '.repeat(10)}`,
        })
      }
      await agent.call('end_session', {
        session,
        as: 'checkpoint',
        summary: 'Far',
        state: { notes: 'n'.repeat(9000) },
      })
      for (const maxTokens of [500, 700, 1000, 2000, 4000, 20_000]) {
        const response = await agent.call('resume_session', { session, maxTokens })
        const text = JSON.stringify(response.data)
        const resumed = response.data as unknown as Resumed
        assert.ok(text.length <= maxTokens * 4, `${text.length} characters in ${maxTokens} tokens`)
        assert.equal(resumed.tokens, Math.ceil(text.length / 4))
        assert.deepEqual(
          resumed.goals.map(({ text: goal }) => goal),
          ['One', 'Two'],
        )
        const left = Object.fromEntries(resumed.leftOut.map(({ section, count }) => [section, count]))
        assert.equal(resumed.tasks.length + (left.tasks ?? 0), 30)
        assert.equal(resumed.memory.length + (left.memory ?? 0), 20)
        assert.equal(resumed.state === null, left.state === 1)
        assert.equal(resumed.context !== context, left.context !== undefined)
        for (const { how } of resumed.leftOut) assert.match(how, /_/, 'names the tool that returns the rest')
        if (maxTokens >= 1000) assert.equal(resumed.context, context)
        if (maxTokens === 20_000) assert.deepEqual(resumed.leftOut, [])
      }
      await agent.close()
    })

    it('limits a project-bound token to the sessions of its project', async () => {
      const outside = await start()
      const agent = await ada.agent({ project: 'web' })
      const { data } = await agent.call('create_session', { context: 'Bound' })
      assert.equal((data.project as unknown as { slug: string }).slug, 'web')
      assert.equal((await resume(agent)).session.id, data.id)
      const other = await agent.call('resume_session', { session: outside.id })
      assert.equal(other.data.code, 'not_found')
      const inFull = await agent.call('list_sessions', { detail: 'full' })
      const listed = inFull.data as unknown as OutputOf<'sessions.list'>
      assert.ok(listed.items.every(({ project }) => project!.slug === 'web'))
      await agent.close()
    })
  })
}
