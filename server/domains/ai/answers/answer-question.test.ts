import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startAnswering } from '../../../../test/answer-stream.ts'
import { contextOf } from '../../../../test/conversations.ts'
import { type Person, type TestServer, indexed } from '../../../../test/harness.ts'
import type { ModelServer } from '../../../../test/partners/models.ts'
import { sql } from '../../../database/sql.ts'
import { type Answered, type Asked, answerQuestion } from './answer-question.ts'

describe('an answer', () => {
  let models: ModelServer
  let server: TestServer
  let stop: () => Promise<void>
  let ada: Person
  before(async () => {
    ;({ models, server, stop } = await startAnswering())
    ada = await server.register('Ada')
    await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    await ada.call('tasks.create', { project: 'web', title: 'Renew the certificate' })
    await indexed(server)
  })
  after(() => stop())

  async function answer(asked: Partial<Asked> = {}): Promise<Answered> {
    const events = answerQuestion(await contextOf(server, ada), {
      question: 'Which certificate?',
      maxTokens: 500,
      history: [],
      mayPropose: true,
      needsPassages: false,
      signal: new AbortController().signal,
      ...asked,
    })
    for (;;) {
      const next = await events.next()
      if (next.done) return next.value
    }
  }

  const used = async () => {
    const [row] = await server.app.database.run<{ input: string; output: string }>(
      sql`select sum(input_tokens)::text as input, sum(output_tokens)::text as output from ai_usage`,
    )
    return [Number(row!.input), Number(row!.output)] as const
  }

  it('counts the tokens of every round', async () => {
    models.turns.push(
      { calls: [{ name: 'list_tasks', input: {} }], usage: { input: 700, output: 30 } },
      { text: 'One.', usage: { input: 900, output: 5 } },
    )
    const before = await used()
    const { usage, outcome } = await answer()
    assert.deepEqual([usage, outcome], [{ input: 1600, output: 35 }, 'complete'])
    const after = await used()
    assert.deepEqual([after[0] - before[0], after[1] - before[1]], [1600, 35])
  })

  it('estimates the tokens of a reply that broke off', async () => {
    const before = await used()
    models.turns.push({ text: 'Half an answer', ending: 'drop' })
    const { usage, outcome, answer: text } = await answer()
    assert.deepEqual([outcome, text], ['failed', 'Half an answer'])
    assert.ok(usage.input > 100 && usage.output > 0)
    const after = await used()
    assert.deepEqual([after[0] - before[0], after[1] - before[1]], [usage.input, usage.output])
  })

  it('ends after its time, with the text so far', async () => {
    models.turns.push({ text: 'So far', ending: 'hang' })
    const { outcome, note, answer: text } = await answer({ timeoutMs: 2000 })
    assert.deepEqual([outcome, text], ['cut', 'So far'])
    assert.match(note!, /too long/)
  })

  it('ends when it is stopped between two rounds', async () => {
    const stopping = new AbortController()
    models.turns.push(() => {
      stopping.abort()
      return { calls: [{ name: 'list_tasks', input: {} }] }
    })
    const before = models.requests.length
    const { outcome } = await answer({ signal: stopping.signal })
    assert.equal(outcome, 'stopped')
    assert.equal(models.requests.length, before + 1)
  })

  it('rejects a repeated call, and arguments that are not an object', async () => {
    const call = { name: 'list_tasks', input: { project: 'web' } }
    models.turns.push({ calls: [call, call, { name: 'get_task', input: 'WEB-1' }] }, { text: 'One.' })
    const { steps } = await answer()
    assert.equal(steps.length, 1)
    const sent = JSON.stringify(models.requests.at(-1)!.body)
    assert.match(sent, /already made this call/)
    assert.match(sent, /not a JSON object/)
  })
})
