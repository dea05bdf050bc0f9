import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, describe, it } from 'node:test'
import { type Message, ModelFailure, type ToolCall } from '../server/platform/language-model/model.ts'
import { openModel } from '../server/platform/language-model/open-model.ts'
import { missingFor } from './partners/installed.ts'

/*
 * The client of language models against a server by other authors (@copilotkit/aimock), which they compare daily with the
 * real APIs of OpenAI and Anthropic.
 */

interface Mock {
  url: string
  on(match: object, response: object): void
  start(): Promise<unknown>
  stop(): Promise<void>
}

const partners = createRequire(new URL('mcp-partners/package.json', import.meta.url))

const tools = ['search', 'read_file'].map((name) => ({
  name,
  description: 'Reads something.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
}))

describe(
  'the client of language models with a server by other authors',
  {
    skip: missingFor('mcp') ?? false,
  },
  () => {
    let mock: Mock
    before(async () => {
      const { LLMock } = (await import(partners.resolve('@copilotkit/aimock'))) as {
        LLMock: new (options: object) => Mock
      }
      mock = new LLMock({ port: 0 })
      mock.on({ userMessage: 'hello' }, { content: 'Good morning — schönen Tag ✓.' })
      mock.on(
        { userMessage: 'find', hasToolResult: false },
        {
          content: 'Let me look.',
          toolCalls: [
            { name: 'search', arguments: '{"query":"claims"}' },
            { name: 'read_file', arguments: '{"path":"src/claims.ts"}' },
          ],
        },
      )
      mock.on({ userMessage: 'find', toolResultContains: 'fifteen' }, { content: 'Fifteen minutes [1].' })
      mock.on(
        { userMessage: 'busy' },
        { error: { message: 'Too many requests', type: 'rate_limit_error' }, status: 429, retryAfter: 0 },
      )
      await mock.start()
    })
    after(() => mock.stop())

    for (const protocol of ['openai', 'anthropic'] as const)
      describe(protocol, () => {
        const ask = async (...messages: Message[]) => {
          const url = protocol === 'openai' ? `${mock.url}/v1` : mock.url
          const model = openModel({ protocol, url, model: 'any', key: 'key', backoffMs: 1 })
          const reply = { text: '', calls: [] as ToolCall[], reason: '' }
          for await (const piece of model.reply({ system: 'Be brief.', messages, tools, maxTokens: 100 }))
            if (piece.kind === 'text') reply.text += piece.text
            else if (piece.kind === 'call') reply.calls.push(piece.call)
            else reply.reason = piece.reason
          return reply
        }
        const question = { role: 'user' as const, text: 'find' }

        it('streams a text', async () =>
          assert.deepEqual(await ask({ role: 'user', text: 'hello' }), {
            text: 'Good morning — schönen Tag ✓.',
            calls: [],
            reason: 'complete',
          }))

        it('reads calls of tools, and returns their results', async () => {
          const { text, calls, reason } = await ask(question)
          assert.deepEqual([text, reason], ['Let me look.', 'calls'])
          assert.deepEqual(
            calls.map(({ name, input }) => [name, input]),
            [
              ['search', { query: 'claims' }],
              ['read_file', { path: 'src/claims.ts' }],
            ],
          )
          const results = calls.map(({ id }) => ({
            id,
            text: 'A lease lasts fifteen minutes.',
            hasFailed: false,
          }))
          const answer = await ask(question, { role: 'assistant', text, calls }, { role: 'tools', results })
          assert.deepEqual([answer.text, answer.reason], ['Fifteen minutes [1].', 'complete'])
        })

        it('explains a limit of requests', () =>
          assert.rejects(
            ask({ role: 'user', text: 'busy' }),
            (error) => error instanceof ModelFailure && error.kind === 'busy',
          ))
      })
  },
)
