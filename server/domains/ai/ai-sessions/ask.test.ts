import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventsIn, postForEvents, startAnswering } from '../../../../test/answer-stream.ts'
import {
  type Person,
  type TestServer,
  defaultEngine,
  indexed,
  startTestServer,
} from '../../../../test/harness.ts'
import { type ModelServer, offeredTools, toolResults } from '../../../../test/partners/models.ts'
import { addMember } from '../../../../test/world.ts'

for (const AI_CHAT of ['openai', 'anthropic'])
  describe(`conversations with ${AI_CHAT}`, () => {
    let models: ModelServer
    let server: TestServer
    let stop: () => Promise<void>
    let ada: Person
    before(async () => {
      ;({ models, server, stop } = await startAnswering(defaultEngine, { AI_CHAT }))
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      await ada.call('tasks.create', {
        project: 'web',
        title: 'Renew the certificate',
        description: 'It expires in May.',
      })
      await ada.call('projects.create', { name: 'Secret', slug: 'secret', key: 'SEC' })
      await ada.call('tasks.create', { project: 'secret', title: 'Buy the rival', description: 'In June.' })
      await indexed(server)
    })
    after(() => stop())

    const start = async (person = ada) => (await person.call('aiSessions.create', { project: 'web' })).id
    const prompt = (at = -1) => JSON.stringify(models.requests.at(at)!.body)

    it('stores the question and the answer with its sources', async () => {
      const aiSession = await start()
      const { session, question, answer } = await ada.call('aiSessions.ask', {
        aiSession,
        question: 'When does the certificate expire?',
      })
      assert.equal(session.title, 'When does the certificate expire?')
      assert.deepEqual([session.messageCount, session.answering], [2, false])
      assert.deepEqual([question.number, answer.number], [1, 2])
      assert.deepEqual([answer.text, answer.outcome], ['It is known [1].', 'complete'])
      assert.equal(answer.model, `${AI_CHAT}:clever`)
      assert.equal(answer.passages[0]!.key, 'WEB-1')
      const { items } = await ada.call('aiSessions.listMessages', { aiSession })
      assert.deepEqual(items, [question, answer])
    })

    it('streams the answer, and ends with the stored messages', async () => {
      const aiSession = await start()
      models.turns.push(
        { calls: [{ name: 'list_tasks', input: { project: 'web' } }] },
        { text: ['One ', 'task [1].'] },
      )
      const events = await eventsIn(
        await postForEvents(server, ada.token, `/api/ai/sessions/${aiSession}/messages`, {
          question: 'Which certificate tasks are open?',
        }),
      )
      assert.deepEqual(
        events.map(({ event }) => event),
        ['passages', 'step', 'delta', 'delta', 'done'],
      )
      const { items } = await ada.call('aiSessions.listMessages', { aiSession })
      assert.deepEqual(events.at(-1)!.data.answer, items[1])
      assert.deepEqual(items[1]!.steps, [{ tool: 'list_tasks', input: { project: 'web' }, failed: false }])
    })

    it('sends the conversation with a follow-up question, without the old citations', async () => {
      const aiSession = await start()
      await ada.call('aiSessions.ask', { aiSession, question: 'When does the certificate expire?' })
      const { answer } = await ada.call('aiSessions.ask', { aiSession, question: 'And who knows that?' })
      assert.equal(answer.passages[0]!.key, 'WEB-1', 'the first question finds the passages')
      assert.match(prompt(), /<question>\\nWhen does the certificate expire\?\\n<\/question>/)
      assert.match(prompt(), /<answer>\\nIt is known\.\\n<\/answer>/)
    })

    it('reads with the rights of the person', async () => {
      const guest = await addMember(server, ada, 'guest')
      await ada.call('projects.share', { project: 'web', user: guest.user.username, role: 'viewer' })
      const aiSession = await start(guest)
      models.turns.push(
        {
          calls: [
            { name: 'get_task', input: { task: 'SEC-1' } },
            { name: 'list_projects', input: {} },
            { name: 'search', input: { query: 'buy the rival' } },
          ],
        },
        { text: 'I see one project.' },
      )
      const { answer } = await guest.call('aiSessions.ask', { aiSession, question: 'What is planned?' })
      const sent = toolResults(models.requests.at(-1)!).join()
      assert.doesNotMatch(sent, /Secret|rival/)
      assert.match(sent, /Web/)
      assert.deepEqual(
        answer.steps.slice(0, 2).map(({ tool, failed }) => [tool, failed]),
        [
          ['get_task', true],
          ['list_projects', false],
        ],
      )
      assert.ok(answer.passages.every(({ key }) => key !== 'SEC-1'))
    })

    it('limits a bound key to its project', async () => {
      const { id } = await ada.call('projects.get', { project: 'web' })
      const key = await ada.call('credentials.createApiKey', {
        name: 'bound',
        scopes: ['read', 'write'],
        project: id,
      })
      const bound = server.client(key.value)
      const { id: aiSession } = await bound('aiSessions.create', {})
      models.turns.push(
        {
          calls: [
            { name: 'get_task', input: { task: 'SEC-1' } },
            { name: 'list_tasks', input: {} },
          ],
        },
        { text: 'Done.' },
      )
      await bound('aiSessions.ask', { aiSession, question: 'What is planned?' })
      const [task, tasks] = toolResults(models.requests.at(-1)!)
      assert.match(task!, /not_found/)
      assert.match(tasks!, /WEB-1/)
      assert.doesNotMatch(tasks!, /SEC-1/)
    })

    it('rejects a key that can only read, but answers its search', async () => {
      const aiSession = await start()
      const key = await ada.call('credentials.createApiKey', { name: 'reader', scopes: ['read'] })
      const reader = server.client(key.value)
      await assert.rejects(reader('aiSessions.ask', { aiSession, question: 'Hello?' }), { status: 403 })
      const { outcome } = await reader('search.ask', { question: 'When does the certificate expire?' })
      assert.equal(outcome, 'complete')
      assert.ok(!offeredTools(models.requests.at(-1)!).includes('create_task'))
    })

    it('rejects questions of others, also in a shared conversation', async () => {
      const aiSession = await start()
      await ada.call('aiSessions.share', { aiSession, shared: true })
      const bob = await addMember(server, ada, 'member')
      await assert.rejects(bob.call('aiSessions.ask', { aiSession, question: 'Hello?' }), { status: 403 })
    })

    it('keeps the passages and the text when the model fails, is cut or reads without end', async () => {
      const aiSession = await start()
      const ask = async () =>
        (await ada.call('aiSessions.ask', { aiSession, question: 'When does the certificate expire?' }))
          .answer
      models.failures.push(401)
      const down = await ask()
      assert.deepEqual([down.outcome, down.text, down.passages[0]!.key], ['failed', '', 'WEB-1'])
      models.turns.push({ text: 'It is', ending: 'drop' })
      const dropped = await ask()
      assert.deepEqual([dropped.outcome, dropped.text], ['failed', 'It is'])
      models.turns.push({ text: 'It is long', isCut: true })
      const cut = await ask()
      assert.deepEqual([cut.outcome, cut.text], ['cut', 'It is long'])
      for (let round = 0; round < 6; round++)
        models.turns.push({ calls: [{ name: 'list_tasks', input: { search: `${round}` } }] })
      const before = models.requests.length
      const endless = await ask()
      assert.equal(endless.outcome, 'cut')
      assert.equal(models.requests.length - before, 6)
    })

    it('limits the calls of an answer', async () => {
      const aiSession = await start()
      const calls = Array.from({ length: 14 }, (_, at) => ({
        name: 'list_tasks',
        input: { search: `${at}` },
      }))
      models.turns.push({ calls: [...calls, { name: 'no_such_tool', input: {} }] }, { text: 'Enough.' })
      const { answer } = await ada.call('aiSessions.ask', { aiSession, question: 'Everything?' })
      assert.equal(answer.steps.length, 12)
      assert.match(toolResults(models.requests.at(-1)!).at(-1)!, /No more calls/)
    })

    it('answers again, and replaces the answer', async () => {
      const aiSession = await start()
      const first = await ada.call('aiSessions.ask', { aiSession, question: 'When does it expire?' })
      models.turns.push({ text: 'In May.' })
      const { question, answer } = await ada.call('aiSessions.retry', { aiSession })
      assert.deepEqual(question, first.question)
      assert.deepEqual([answer.number, answer.text], [2, 'In May.'])
      const { items } = await ada.call('aiSessions.listMessages', { aiSession })
      assert.equal(items.length, 2)
    })
  })

describe('conversations without a model or a budget', () => {
  it('return the passages, and say how to get a model', async () => {
    const server = await startTestServer()
    try {
      const ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      await ada.call('tasks.create', { project: 'web', title: 'Renew the certificate' })
      await indexed(server)
      const { id: aiSession } = await ada.call('aiSessions.create', {})
      const { answer } = await ada.call('aiSessions.ask', { aiSession, question: 'Renew which certificate?' })
      assert.deepEqual([answer.outcome, answer.text, answer.model], ['no_model', '', null])
      assert.match(answer.note!, /Organization > AI/)
      assert.equal(answer.passages[0]!.key, 'WEB-1')
    } finally {
      await server.stop()
    }
  })

  it('stop before a reply that the budget does not allow', async () => {
    const { server, models, stop } = await startAnswering(defaultEngine, { AI_CHAT_MONTHLY_TOKENS: '100' })
    try {
      const ada = await server.register('Ada')
      const { id: aiSession } = await ada.call('aiSessions.create', {})
      const { answer } = await ada.call('aiSessions.ask', { aiSession, question: 'Who are you?' })
      assert.equal(answer.outcome, 'over_budget')
      assert.match(answer.note!, /Ask again after \d{4}-\d\d-01/)
      assert.equal(models.requests.length, 0)
    } finally {
      await stop()
    }
  })
})
