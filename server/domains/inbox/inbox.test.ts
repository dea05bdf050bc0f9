import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { OutputOf } from '../../assembly/client.ts'
import { tokensOf } from '../../operations/token-budget.ts'
import {
  type Agent,
  type Person,
  type TestServer,
  engines,
  notified,
  startTestServer,
} from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'

type Inbox = OutputOf<'inbox.get'>

for (const engine of engines) {
  describe(`the inbox, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(() => server.stop())

    const inboxOf = async (agent: Agent, input: Record<string, unknown> = {}) => {
      const { isError, data } = await agent.call('get_agent', input)
      assert.equal(isError, false, JSON.stringify(data))
      return data as unknown as Inbox
    }

    it('shows an agent its identity, its claims and the work that waits for it', async () => {
      await ada.call('agents.create', {
        name: 'Scout',
        role: 'Looks ahead',
        instructions: 'Read first.',
        dailyBudget: 100,
      })
      const scout = await ada.agent({ agent: 'Scout' })
      await ada.call('tasks.plan', {
        project: 'web',
        tasks: [
          { title: 'Claimed', ref: 'claimed', priority: 'urgent' },
          { title: 'Given', assignee: 'Scout', status: 'in_review' },
          { title: 'Free', priority: 'high' },
          { title: 'Waiting', blockedBy: ['claimed'] },
        ],
      })
      const { data } = await scout.call('claim_task', { project: 'web' })
      await scout.call('create_session', { title: 'Scouting', project: 'web' })
      const inbox = await inboxOf(scout, { agent: 'me' })
      assert.deepEqual([inbox.name, inbox.user.name, inbox.organization.role], ['Scout', 'Ada', 'owner'])
      assert.deepEqual(inbox.agent, {
        name: 'Scout',
        role: 'Looks ahead',
        instructions: 'Read first.',
        memoryScope: inbox.agent!.memoryScope,
        dailyBudget: 100,
        usedToday: 3,
      })
      assert.deepEqual(
        inbox.tasks.map(({ title, claim }) => [title, claim]),
        [
          ['Claimed', data.claim],
          ['Given', undefined],
        ],
      )
      assert.deepEqual(
        inbox.ready.map(({ title }) => title),
        ['Free'],
      )
      assert.deepEqual(inbox.sessions, [{ title: 'Scouting', status: 'active', project: 'web' }])
    })

    it('works for a token without an agent and for one that is bound to a project', async () => {
      const plain = await inboxOf(await ada.agent())
      assert.deepEqual([plain.name, plain.agent], ['Ada', null])
      assert.ok(!plain.token.project, 'empty fields are left out')
      const bound = await ada.agent({ project: 'web' })
      const { tools } = await bound.client.listTools()
      assert.ok(tools.some(({ name }) => name === 'get_agent'))
      assert.equal((await inboxOf(bound)).token.project, 'web')
      const guest = await addMember(server, ada, 'guest')
      assert.deepEqual((await guest.call('inbox.get', {})).ready, [])
    })

    it('lists unread notifications of the user', async () => {
      const grace = await addMember(server, ada, 'member')
      await ada.call('tasks.create', { project: 'web', title: 'For Grace', assignee: grace.user.username })
      await notified(server)
      const { notifications } = await grace.call('inbox.get', {})
      assert.equal(notifications.length, 1)
      assert.match(notifications[0]!.title, /For Grace|assigned/)
    })

    it('stays under 800 tokens, however much waits', async () => {
      const { slug } = await ada.call('projects.create', { name: `Much ${engine}` })
      await ada.call('agents.create', {
        name: 'Busy',
        instructions: 'Be careful with "quotes".\n'.repeat(500),
      })
      const long = 'A title that is as long as people write them when they describe everything in it '
      const tasks = Array.from({ length: 50 }, (_, index) => ({
        title: `${long}${index}`.repeat(3).slice(0, 290),
        ...(index % 2 === 0 && { assignee: 'Busy' }),
      }))
      await ada.call('tasks.plan', { project: slug, tasks })
      const busy = await ada.agent({ agent: 'Busy' })
      for (let count = 0; count < 5; count++)
        await busy.call('create_session', { title: `${long}${count}`, project: slug })
      const inbox = await inboxOf(busy)
      assert.ok(tokensOf(inbox) < 700, `${tokensOf(inbox)} tokens`)
      assert.equal(inbox.tasks.length + inbox.more.tasks!, 25)
      assert.ok(inbox.more.ready! + inbox.ready.length >= 25)
      assert.ok(inbox.agent!.instructions.endsWith('…'))
    })
  })
}
