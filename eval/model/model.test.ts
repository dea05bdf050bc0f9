import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type ModelServer, offeredTools, startModels, toolResults } from '../../test/partners/models.ts'
import type { CountedAgent, CountedCall } from '../counted-agent.ts'
import type { ToolOutput } from '../story.ts'
import { runModelAgent } from './agent-loop.ts'
import { modelFrom } from './model.ts'

const tool = {
  name: 'create_task',
  description: 'Create a task.',
  inputSchema: { type: 'object', properties: { title: { type: 'string' } } },
}

const usage = { input: 10, output: 2 }
const turns = [
  { text: 'Starting.', calls: [{ name: 'create_task', input: { title: 'One' } }], usage },
  { calls: [{ name: 'create_task', input: 'not an object' }], usage },
  { text: 'Done.', usage },
]

describe('the model loop', () => {
  let models: ModelServer
  before(async () => {
    models = await startModels()
  })
  after(() => models.close())
  beforeEach(() => {
    models.requests.splice(0)
    models.turns.splice(0, Infinity, ...turns)
  })

  const run = async (settings: Record<string, string>) => {
    const calls: [string, unknown][] = []
    const tokens = { input: 0, output: 0 }
    const model = modelFrom({ EVAL_MODEL: 'small', EVAL_KEY: 'secret', ...settings })!
    await runModelAgent(model, fakeAgent(calls), 'Create a task.', tokens)
    return { calls, tokens }
  }

  for (const [protocol, path] of [
    ['openai', '/v1'],
    ['anthropic', ''],
  ] as const)
    it(`calls tools and counts tokens with ${protocol}`, async () => {
      const { calls, tokens } = await run({ EVAL_PROTOCOL: protocol, EVAL_URL: models.url + path })
      assert.deepEqual(calls, [
        ['create_task', { title: 'One' }],
        ['create_task', undefined],
      ])
      assert.deepEqual(tokens, { input: 30, output: 6 })
      assert.deepEqual(offeredTools(models.requests[0]!), ['create_task'])
      assert.deepEqual(toolResults(models.requests[2]!), ['created', 'rejected'])
      assert.match(JSON.stringify(models.requests[0]!.body), /Read this first\./)
    })

  it('stops at a rejected request', async () => {
    models.turns.splice(0, Infinity, { status: 401 })
    await assert.rejects(run({ EVAL_PROTOCOL: 'openai', EVAL_URL: `${models.url}/v1` }), /rejected the key/)
  })

  it('stops after the maximum number of calls', async () => {
    const { calls } = await run({
      EVAL_PROTOCOL: 'anthropic',
      EVAL_URL: models.url,
      EVAL_MAX_CALLS: '1',
    })
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
