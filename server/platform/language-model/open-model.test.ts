import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { collected } from '../../../test/collected.ts'
import { type ModelServer, offeredTools, startModels, toolResults } from '../../../test/partners/models.ts'
import type { Message, Piece, Prompt } from './model.ts'
import { type ModelOptions, openConfiguredModel, openModel } from './open-model.ts'
import { openaiProtocol } from './openai.ts'
import { readConfig } from '../../config.ts'

const protocols = [
  { protocol: 'openai', path: '/v1' },
  { protocol: 'anthropic', path: '' },
] as const

const tool = {
  name: 'get_task',
  description: 'Get a task.',
  inputSchema: { type: 'object', properties: { task: { type: 'string' } } },
}

const conversation: Message[] = [
  { role: 'user', text: 'Who owns WEB-1?' },
  { role: 'assistant', text: '', calls: [{ id: 'a', name: 'get_task', input: { task: 'WEB-1' } }] },
  { role: 'tools', results: [{ id: 'a', text: 'No such task.', hasFailed: true }] },
  { role: 'user', text: 'Then WEB-2.' },
  // A reply that was stopped before its first piece.
  { role: 'assistant', text: '', calls: [] },
  { role: 'user', text: 'Go.' },
]

let models: ModelServer
before(async () => {
  models = await startModels()
})
after(() => models.close())
beforeEach(() => models.requests.splice(0))

const prompt: Prompt = {
  system: 'Be brief.',
  messages: [{ role: 'user', text: 'Why?' }],
  tools: [],
  maxTokens: 50,
}

async function piecesOf(options: Partial<ModelOptions>, asked: Partial<Prompt> = {}): Promise<Piece[]> {
  const { protocol = 'openai' } = options
  const url = models.url + (protocol === 'openai' ? '/v1' : '')
  const model = openModel({ protocol, url, model: 'clever', backoffMs: 1, ...options })
  return collected(model.reply({ ...prompt, ...asked }))
}

for (const { protocol } of protocols)
  describe(`a model that speaks ${protocol}`, () => {
    it('streams the text and its token counts', async () => {
      models.turns.push({ text: ['Because ', 'of it.'], usage: { input: 7, output: 3 } })
      assert.deepEqual(await piecesOf({ protocol }), [
        { kind: 'text', text: 'Because ' },
        { kind: 'text', text: 'of it.' },
        { kind: 'end', reason: 'complete', usage: { input: 7, output: 3 } },
      ])
    })

    it('returns no usage if the server does not count tokens', async () => {
      models.turns.push({ text: 'Yes.', usage: null })
      const pieces = await piecesOf({ protocol })
      assert.deepEqual(pieces.at(-1), { kind: 'end', reason: 'complete', usage: undefined })
    })

    it('marks a reply that reached the maximum length', async () => {
      models.turns.push({ text: 'Becau', isCut: true })
      assert.equal((await piecesOf({ protocol })).at(-1)!.kind, 'end')
      models.turns.push({ text: 'Becau', isCut: true, usage: null })
      const pieces = await piecesOf({ protocol })
      assert.deepEqual(pieces.at(-1), { kind: 'end', reason: 'cut', usage: undefined })
    })

    it('returns parallel calls after the text', async () => {
      models.turns.push({
        text: 'I look.',
        calls: [
          { id: 'a', name: 'get_task', input: { task: 'Grün "1"' } },
          { id: 'b', name: 'get_task', input: { task: 'WEB-2' } },
        ],
      })
      const pieces = await piecesOf({ protocol }, { tools: [tool] })
      assert.deepEqual(pieces.slice(0, -1), [
        { kind: 'text', text: 'I look.' },
        { kind: 'call', call: { id: 'a', name: 'get_task', input: { task: 'Grün "1"' } } },
        { kind: 'call', call: { id: 'b', name: 'get_task', input: { task: 'WEB-2' } } },
      ])
      const last = pieces.at(-1)!
      assert.equal(last.kind === 'end' && last.reason, 'calls')
      assert.deepEqual(offeredTools(models.requests[0]!), ['get_task'])
    })

    it('sends no empty list of tools', async () => {
      await piecesOf({ protocol })
      assert.equal('tools' in models.requests[0]!.body, false)
    })

    it('returns a call with invalid arguments without an input', async () => {
      for (const input of ['not an object', ['a'], null, nested(100)]) {
        models.turns.push({ calls: [{ id: 'a', name: 'get_task', input }] })
        const [first] = await piecesOf({ protocol })
        assert.deepEqual(first, { kind: 'call', call: { id: 'a', name: 'get_task', input: undefined } })
      }
    })

    it('sends the results of tools with the next question', async () => {
      await piecesOf({ protocol }, { messages: conversation })
      assert.deepEqual(toolResults(models.requests[0]!), ['No such task.'])
      assert.deepEqual(models.requests[0]!.body.messages, expectedMessages[protocol])
    })
  })

const call = { id: 'a', name: 'get_task' }
const expectedMessages = {
  openai: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Who owns WEB-1?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: call.id, type: 'function', function: { name: call.name, arguments: '{"task":"WEB-1"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'a', content: 'No such task.' },
    { role: 'user', content: 'Then WEB-2.' },
    { role: 'user', content: 'Go.' },
  ],
  anthropic: [
    { role: 'user', content: [{ type: 'text', text: 'Who owns WEB-1?' }] },
    { role: 'assistant', content: [{ type: 'tool_use', ...call, input: { task: 'WEB-1' } }] },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: 'No such task.', is_error: true },
        { type: 'text', text: 'Then WEB-2.' },
        { type: 'text', text: 'Go.' },
      ],
    },
  ],
}

describe('a request to a model', () => {
  it('carries the key in the header of the protocol', async () => {
    await piecesOf({ protocol: 'openai', key: 'the key' })
    await piecesOf({ protocol: 'anthropic', key: 'the key' })
    await piecesOf({ protocol: 'openai' })
    assert.deepEqual(
      models.requests.map(({ headers }) => headers.authorization ?? headers['x-api-key']),
      ['Bearer the key', 'the key', undefined],
    )
  })

  it('accepts a URL with a slash at its end', async () => {
    await piecesOf({ url: `${models.url}/v1/` })
    assert.equal(models.requests[0]!.path, '/v1/chat/completions')
  })

  it('sends the limit of tokens that other servers than OpenAI know', async () => {
    await piecesOf({})
    const { max_tokens, max_completion_tokens, stream_options } = models.requests[0]!.body
    assert.deepEqual([max_tokens, max_completion_tokens], [50, undefined])
    assert.deepEqual(stream_options, { include_usage: true })
  })

  it('sends OpenAI the limit that its newer models require', () => {
    const prompt = { system: '', messages: [], tools: [], maxTokens: 50 }
    const body = openaiProtocol.body('clever', prompt, 'api.openai.com') as Record<string, unknown>
    assert.deepEqual(
      [body.max_tokens, body.max_completion_tokens, body.temperature],
      [undefined, 50, undefined],
    )
  })

  it('names the model by protocol, unless it has a name', () => {
    assert.equal(openModel({ protocol: 'openai', model: 'clever' }).name, 'openai:clever')
    assert.equal(openModel({ protocol: 'openai', model: 'clever', name: 'Ours' }).name, 'Ours')
  })
})

describe('the configured model', () => {
  it('is missing without configuration', () => {
    assert.equal(openConfiguredModel(readConfig({})), undefined)
  })

  it('replies', async () => {
    const config = readConfig({ AI_CHAT: 'anthropic', AI_CHAT_URL: models.url, AI_CHAT_MODEL: 'clever' })
    const pieces = await collected(openConfiguredModel(config)!.reply(prompt))
    assert.equal(pieces.length, 3)
  })
})

function nested(depth: number): object {
  return depth === 0 ? {} : { in: nested(depth - 1) }
}
