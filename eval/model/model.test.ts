import assert from 'node:assert/strict'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { CountedAgent, CountedCall } from '../counted-agent.ts'
import type { ToolOutput } from '../story.ts'
import { runModelAgent } from './agent-loop.ts'
import { modelFrom } from './model.ts'

interface Received {
  path: string
  headers: http.IncomingHttpHeaders
  body: Record<string, unknown>
}

const tool = {
  name: 'create_task',
  description: 'Create a task.',
  inputSchema: { type: 'object', properties: { title: { type: 'string' } } },
}

/** The replies of a model in each protocol: a call, a call with broken arguments where possible, and a closing text. */
const openAiReplies = [
  openAiReply('Starting.', [{ id: 'a', function: { name: 'create_task', arguments: '{"title":"One"}' } }]),
  openAiReply(null, [{ id: 'b', function: { name: 'create_task', arguments: '{"title":' } }]),
  openAiReply('Done.'),
]
const anthropicReplies = [
  anthropicReply({ type: 'text', text: 'Starting.' }, toolUse('a', { title: 'One' })),
  anthropicReply(toolUse('b', { title: '' })),
  anthropicReply({ type: 'text', text: 'Done.' }),
]

describe('the model loop', () => {
  let endpoint: http.Server
  let url: string
  let received: Received[]
  let replies: (object | number)[]
  before(async () => {
    endpoint = http.createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
      received.push({ path: request.url!, headers: request.headers, body })
      const reply = replies.shift()
      if (typeof reply === 'number') response.writeHead(reply, { 'Retry-After': '0.001' }).end('not now')
      else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply))
    })
    await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`
  })
  after(() => new Promise((resolve) => endpoint.close(resolve)))
  beforeEach(() => (received = []))

  const run = async (settings: Record<string, string>) => {
    const calls: [string, unknown][] = []
    const tokens = { input: 0, output: 0 }
    const model = modelFrom({ EVAL_MODEL: 'small', EVAL_KEY: 'secret', ...settings })!
    await runModelAgent(model, fakeAgent(calls), 'Create a task.', tokens)
    return { calls, tokens }
  }

  it('translates tools, calls and results for an OpenAI-compatible server', async () => {
    replies = [...openAiReplies]
    const { calls, tokens } = await run({ EVAL_PROTOCOL: 'openai', EVAL_URL: `${url}/v1` })
    assert.deepEqual(calls, [
      ['create_task', { title: 'One' }],
      ['create_task', undefined],
    ])
    assert.deepEqual(tokens, { input: 30, output: 6 })
    assert.deepEqual(
      [received[0]!.path, received[0]!.headers.authorization],
      ['/v1/chat/completions', 'Bearer secret'],
    )
    const { description, name, inputSchema: parameters } = tool
    assert.deepEqual(received[0]!.body.tools, [
      { type: 'function', function: { name, description, parameters } },
    ])
    const messages = received[2]!.body.messages as Record<string, unknown>[]
    assert.deepEqual(messages[1], { role: 'user', content: 'Create a task.' })
    assert.deepEqual(messages.slice(2), [
      {
        role: 'assistant',
        content: 'Starting.',
        tool_calls: [{ id: 'a', type: 'function', function: { name, arguments: '{"title":"One"}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'created' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'b', type: 'function', function: { name, arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'b', content: 'rejected' },
    ])
  })

  it('translates tools, calls and results for Anthropic', async () => {
    replies = [...anthropicReplies]
    const { calls, tokens } = await run({ EVAL_PROTOCOL: 'anthropic', EVAL_URL: url })
    assert.deepEqual(calls, [
      ['create_task', { title: 'One' }],
      ['create_task', { title: '' }],
    ])
    assert.deepEqual(tokens, { input: 30, output: 6 })
    assert.deepEqual([received[0]!.path, received[0]!.headers['x-api-key']], ['/v1/messages', 'secret'])
    const { description, name, inputSchema: input_schema } = tool
    assert.deepEqual(received[0]!.body.tools, [{ name, description, input_schema }])
    assert.match(received[0]!.body.system as string, /Read this first\.$/)
    const failed = { type: 'tool_result', tool_use_id: 'b', content: 'rejected', is_error: true }
    assert.deepEqual(received[2]!.body.messages, [
      { role: 'user', content: 'Create a task.' },
      { role: 'assistant', content: [{ type: 'text', text: 'Starting.' }, toolUse('a', { title: 'One' })] },
      { role: 'user', content: [{ ...failed, tool_use_id: 'a', content: 'created', is_error: false }] },
      { role: 'assistant', content: [toolUse('b', { title: '' })] },
      { role: 'user', content: [failed] },
    ])
  })

  it('retries rate limits and server errors, and stops at a rejected request', async () => {
    replies = [429, 503, openAiReply('Done.')]
    await run({ EVAL_PROTOCOL: 'openai', EVAL_URL: url })
    replies = [401]
    await assert.rejects(run({ EVAL_PROTOCOL: 'openai', EVAL_URL: url }), /returned 401: not now/)
  })

  it('stops after the maximum number of calls', async () => {
    replies = [...anthropicReplies]
    const { calls } = await run({ EVAL_PROTOCOL: 'anthropic', EVAL_URL: url, EVAL_MAX_CALLS: '1' })
    assert.equal(calls.length, 1)
  })

  it('names the wrong setting', () => {
    assert.equal(modelFrom({}), undefined)
    assert.throws(() => modelFrom({ EVAL_MODEL: 'small' }), /EVAL_PROTOCOL must be/)
    assert.throws(() => modelFrom({ EVAL_PROTOCOL: 'openai' }), /EVAL_MODEL is missing/)
    const settings = { EVAL_PROTOCOL: 'openai', EVAL_MODEL: 'small', EVAL_MAX_CALLS: 'many' }
    assert.throws(() => modelFrom(settings), /EVAL_MAX_CALLS must be/)
  })
})

/** An agent without a server. It rejects calls without a title. */
function fakeAgent(calls: [string, unknown][]): CountedAgent {
  return {
    tools: [tool],
    instructions: 'Read this first.',
    async call(name, input) {
      calls.push([name, input])
      const hasFailed = !input?.title
      const output = {} as ToolOutput
      const counted = { agent: 'Fake', tool: name, sentTokens: 1, receivedTokens: 1, output }
      return { ...counted, hasFailed, text: hasFailed ? 'rejected' : 'created' } satisfies CountedCall
    },
    close: async () => {},
  }
}

function openAiReply(content: string | null, calls: object[] = []): object {
  const message = { content, ...(calls.length > 0 && { tool_calls: calls }) }
  return { choices: [{ message }], usage: { prompt_tokens: 10, completion_tokens: 2 } }
}

function anthropicReply(...content: object[]): object {
  return { content, usage: { input_tokens: 10, output_tokens: 2 } }
}

function toolUse(id: string, input: object): object {
  return { type: 'tool_use', id, name: 'create_task', input }
}
