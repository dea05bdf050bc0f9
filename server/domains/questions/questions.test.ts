import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Agent,
  type Person,
  type TestServer,
  engines,
  notified,
  startTestServer,
} from '../../../test/harness.ts'
import { listenOverSse } from '../../../test/mcp-listeners.ts'
import { addMember } from '../../../test/world.ts'

type Asked = { id: string; to: { name: string }[]; may: object }

for (const engine of engines) {
  describe(`questions of agents on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let bob: Person
    let codex: Agent
    let key: string
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      bob = await addMember(server, ada, 'member')
      await ada.call('projects.create', { name: 'Web' })
      codex = await ada.agent({ agent: 'Codex' })
      ;({ key } = await ada.call('tasks.create', { project: 'web', title: 'Choose a font', status: 'todo' }))
      await codex.call('claim_task', { task: key })
    })
    after(async () => {
      await codex.close()
      await server.stop()
    })

    async function ask(input: object): Promise<Asked> {
      const { data, isError } = await codex.call('log_activity', { ...input, detail: 'full' })
      assert.equal(isError, false, JSON.stringify(data))
      return data as never
    }

    it('reach the person, who answers, and the agent receives the answer', async (t) => {
      const { value } = await ada.call('credentials.createMcpToken', { name: 'ears', agent: 'Codex' })
      const listener = await listenOverSse(server, value)
      t.after(() => listener.close())
      const { id, to } = await ask({ question: 'Is **Inter** fine?', task: key })
      assert.deepEqual(
        to.map(({ name }) => name),
        ['Ada'],
      )
      await notified(server)
      const { items: notices } = await ada.call('notifications.list', { kind: 'question_asked' })
      assert.deepEqual(
        notices.map(({ title, body, link }) => [title, body, link]),
        [[`Codex asks you a question about ${key} "Choose a font".`, 'Is Inter fine?', `/items/${key}`]],
      )
      const { items: open } = await ada.call('questions.list', { open: true, mine: true, agent: 'Codex' })
      assert.deepEqual(
        open.map((question) => [question.id, question.task?.key, question.askedBy.name, question.may.answer]),
        [[id, key, 'Codex', true]],
      )

      const answered = await ada.call('questions.answer', { question: id, answer: 'Inter' })
      assert.deepEqual([answered.answer, answered.answeredBy?.name], ['Inter', 'Ada'])
      const heard = await listener.next(({ params }) => params?.data?.type === 'question.answered')
      const {
        level,
        data,
        _meta: meta,
      } = heard.params as unknown as {
        level: string
        data: { data: { answer: string } }
        _meta: Record<string, string>
      }
      assert.deepEqual([level, meta['baton/concern'], data.data.answer], ['notice', 'answered', 'Inter'])

      const { answers } = (await codex.call('get_agent')).data
      const [answer] = answers as unknown as Record<string, string>[]
      assert.deepEqual([answer?.answer, answer?.by, answer?.task], ['Inter', 'Ada', key])
      const task: { handover: { questions: { answer: string }[] }; history: { type: string }[] } = (
        await codex.call('get_task', { task: key, detail: 'full' })
      ).data as never
      assert.equal(task.handover.questions[0]?.answer, 'Inter')
      assert.ok(task.history.some(({ type }) => type === 'question.answered'))
      assert.deepEqual((await ada.call('questions.list', { open: true })).items, [])
      const { items: activities } = await ada.call('activity.list', { type: 'question.' })
      assert.equal(activities[0]?.description, `Ada answered Codex about ${key}: "Inter".`)
    })

    it('have one answer, even if several people answer at the same time', async () => {
      const { id, to } = await ask({ question: 'Which color?', task: key, to: [bob.user.username, 'me'] })
      assert.equal(to.length, 2)
      const attempts = await Promise.allSettled(
        [ada, bob, ada, bob].map((person, index) =>
          person.call('questions.answer', { question: id, answer: `Color ${index}` }),
        ),
      )
      const failures = attempts.filter((each) => each.status === 'rejected')
      assert.deepEqual(
        failures.map(({ reason }) => (reason as { code: string }).code),
        Array(3).fill('question_answered'),
      )
      const [stored] = (await bob.call('questions.list', { task: key })).items
      const won = attempts.find((each) => each.status === 'fulfilled')!
      assert.equal(stored?.answer, won.value.answer)
    })

    it('are visible and answerable only for people who can see their project', async () => {
      const secret = await ada.call('projects.create', { name: 'Secret', visibility: 'private' })
      const { key: hidden } = await ada.call('tasks.create', { project: secret.slug, title: 'Hidden' })
      const { id } = await ask({ question: 'Is it secret?', task: hidden })
      // A client without an agent asks as its user.
      const outside = await ada.call('questions.ask', { question: 'What next?' })
      assert.deepEqual([outside.askedBy.kind, outside.to], ['user', [{ id: ada.user.id, name: 'Ada' }]])
      const guest = await addMember(server, ada, 'guest')
      const stranger = await server.register('Stranger')
      for (const person of [bob, guest, stranger]) {
        const answering = person.call('questions.answer', { question: id, answer: 'Yes.' })
        await assert.rejects(answering, { code: 'not_found' })
      }
      const seenBy = async (person: Person) =>
        (await person.call('questions.list', { open: true })).items.map((question) => question.id)
      assert.deepEqual(await seenBy(ada), [outside.id, id])
      assert.deepEqual(await seenBy(bob), [outside.id])
      assert.deepEqual([await seenBy(guest), await seenBy(stranger)], [[], []])
      await assert.rejects(bob.call('questions.list', { task: hidden }), { code: 'not_found' })
      const { data } = await codex.call('log_activity', {
        question: 'You?',
        task: hidden,
        to: [bob.user.username],
      })
      assert.match(JSON.stringify(data), /can't see this/)
      await codex.call('complete_task', { task: hidden, notes: 'Guessed.', force: true })
      assert.deepEqual(await seenBy(ada), [outside.id], 'a closed task needs no answer')
    })
  })
}
