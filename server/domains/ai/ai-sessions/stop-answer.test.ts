import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { postForEvents, startAnswering } from '../../../../test/answer-stream.ts'
import {
  type Person,
  type TestServer,
  clientFor,
  defaultEngine,
  runTestServer,
} from '../../../../test/harness.ts'
import { eventually, until } from '../../../../test/poll.ts'
import type { ModelServer } from '../../../../test/partners/models.ts'

interface Story {
  models: ModelServer
  server: TestServer
  ada: Person
  aiSession: string
}

async function within(story: (given: Story) => Promise<void>): Promise<void> {
  const { models, server, stop } = await startAnswering(defaultEngine)
  try {
    const ada = await server.register('Ada')
    const { id: aiSession } = await ada.call('aiSessions.create', {})
    await story({ models, server, ada, aiSession })
  } finally {
    await stop()
  }
}

/** Asks, and reads until the first piece of the answer. The model sends no more. */
async function askAndWait({ models, server, ada, aiSession }: Story, signal?: AbortSignal) {
  models.turns.push({ text: ['Once upon ', 'a time'], ending: 'hang' })
  const path = `/api/ai/sessions/${aiSession}/messages`
  const response = await postForEvents(server, ada.token, path, { question: 'A story?' }, signal)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('a time')) text += (await reader.read()).value ?? ''
  return reader
}

const lastAnswer = async ({ ada, aiSession }: Story) => {
  const { items } = await ada.call('aiSessions.listMessages', { aiSession })
  return items.slice(1).map(({ text, outcome }) => [text, outcome])
}

describe('an answer that is stopped', () => {
  it('is stored with the text so far when the client disconnects', () =>
    within(async (story) => {
      const leaving = new AbortController()
      const reader = await askAndWait(story, leaving.signal)
      const { answering } = await story.ada.call('aiSessions.get', { aiSession: story.aiSession })
      assert.equal(answering, true)
      await assert.rejects(
        story.ada.call('aiSessions.ask', { aiSession: story.aiSession, question: 'Another?' }),
        { status: 409 },
      )
      leaving.abort()
      await reader.cancel().catch(() => {})
      await eventually(() => lastAnswer(story), [['Once upon a time', 'stopped']])
      await until(() => story.models.requests.at(-1)!.hasDisconnected)
      const { answer } = await story.ada.call('aiSessions.retry', { aiSession: story.aiSession })
      assert.equal(answer.outcome, 'complete')
    }))

  it('ends without a stored answer when the conversation is deleted', () =>
    within(async (story) => {
      const reader = await askAndWait(story)
      await story.ada.call('aiSessions.delete', { aiSession: story.aiSession })
      await reader.cancel()
      await until(() => story.models.requests.at(-1)!.hasDisconnected)
      await story.ada.call('trash.restore', { kind: 'ai_session', item: story.aiSession })
      await eventually(() => lastAnswer(story), [])
    }))

  it('is stored when the server stops', () =>
    within(async (story) => {
      const reader = await askAndWait(story)
      await story.server.stop()
      await reader.cancel().catch(() => {})
      const again = await runTestServer(story.server.environment, {})
      try {
        const { items } = await clientFor(again.url, story.ada.token)('aiSessions.listMessages', {
          aiSession: story.aiSession,
        })
        assert.deepEqual(
          items.map(({ text, outcome }) => [text, outcome]),
          [
            ['A story?', null],
            ['Once upon a time', 'stopped'],
          ],
        )
      } finally {
        await again.stop()
      }
    }))
})
