import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type ModelServer, type Turn, startModels } from '../../../test/partners/models.ts'
import { until } from '../../../test/poll.ts'
import { type FailureKind, ModelFailure, type Piece, type Prompt } from './model.ts'
import { type ModelOptions, openModel } from './open-model.ts'

let models: ModelServer
before(async () => {
  models = await startModels()
})
after(() => models.close())
beforeEach(() => {
  models.requests.splice(0)
  models.turns.splice(0)
})

const key = 'sk-secret-of-the-test'
const prompt: Prompt = {
  system: 'Be brief.',
  messages: [{ role: 'user', text: 'Why?' }],
  tools: [],
  maxTokens: 50,
}

function open(options: Partial<ModelOptions> = {}) {
  const url = options.protocol === 'anthropic' ? models.url : `${models.url}/v1`
  return openModel({ protocol: 'openai', url, model: 'clever', key, backoffMs: 1, ...options })
}

/** Collects the pieces and the failure of a reply. */
async function outcomeOf(options: Partial<ModelOptions> = {}, asked: Partial<Prompt> = {}) {
  const pieces: Piece[] = []
  try {
    for await (const piece of open(options).reply({ ...prompt, ...asked })) pieces.push(piece)
    return { pieces, failure: undefined }
  } catch (error) {
    return { pieces, failure: error as ModelFailure }
  }
}

async function fails(kind: FailureKind, turns: Turn[], options: Partial<ModelOptions> = {}) {
  models.turns.splice(0, Infinity, ...turns)
  const { failure, pieces } = await outcomeOf(options)
  assert.ok(failure instanceof ModelFailure, failure && String(failure))
  assert.equal(failure.kind, kind, failure.message)
  assert.doesNotMatch(failure.message, new RegExp(`${key}|secret of the server`))
  assert.deepEqual(models.turns, [])
  return { message: failure.message, pieces }
}

const error = (status: number, message = 'the secret of the server'): Turn => ({
  status,
  body: JSON.stringify({ error: { message: `${message} ${key}` } }),
})

describe('a model server that rejects a request', () => {
  it('is explained by status, without its text and the key', async () => {
    await fails('key_rejected', [error(401)])
    await fails('key_rejected', [error(403)])
    await fails('unknown_model', [error(404)])
    await fails('too_long', [error(413)])
    await fails('rejected', [error(400)])
    await fails('rejected', [error(204)])
  })

  it('is explained as too long by the phrases of the servers', async () => {
    for (const text of [
      "This model's maximum context length is 8192 tokens. However, you requested 9000.",
      'prompt is too long: 210000 tokens > 200000 maximum',
      'the request exceeds the available context size, try increasing it',
    ])
      await fails('too_long', [error(400, text)])
  })

  it('is not followed to another server', async () => {
    const { message } = await fails('rejected', [
      { status: 307, headers: { Location: `${models.url}/v1/chat/completions` } },
    ])
    assert.match(message, /redirects/)
    assert.equal(models.requests.length, 1)
  })

  it('does not have to end its error', async () => {
    const endless = (function* () {
      for (;;) yield 'x'.repeat(10_000)
    })()
    await fails('rejected', [{ status: 400, body: 'x'.repeat(1_000_000) }])
    await fails('interrupted', [{ raw: endless }])
  })
})

describe('a busy model server', () => {
  it('is retried up to two times', async () => {
    for (const status of [429, 500, 503, 529]) {
      models.turns.push({ status }, { status }, { text: 'Yes.' })
      const { pieces } = await outcomeOf()
      assert.deepEqual(pieces[0], { kind: 'text', text: 'Yes.' })
    }
    const { message } = await fails('busy', [{ status: 429 }, { status: 503 }, { status: 500 }])
    assert.match(message, /\(500\)/)
  })

  it('is retried when the time of its Retry-After header has passed', async () => {
    models.turns.push({ status: 429, headers: { 'Retry-After': '0' } }, { text: 'Yes.' })
    assert.equal((await outcomeOf({ backoffMs: 100_000 })).pieces.length, 2)
    const past = new Date(0).toUTCString()
    models.turns.push({ status: 503, headers: { 'Retry-After': past } }, { text: 'Yes.' })
    assert.equal((await outcomeOf({ backoffMs: 100_000 })).pieces.length, 2)
  })

  it('is not retried if it requires a longer wait', async () => {
    await fails('busy', [{ status: 429, headers: { 'Retry-After': '21' } }])
    assert.equal(models.requests.length, 1)
  })

  it('is retried after a lost connection', async () => {
    models.failures.push('reset', 'reset')
    assert.equal((await outcomeOf()).failure, undefined)
    assert.equal(models.requests.length, 3)
    models.turns.push({ ending: 'drop' }, { text: 'Yes.' })
    assert.deepEqual((await outcomeOf()).pieces[0], { kind: 'text', text: 'Yes.' })
  })

  it('is retried after an error in the stream, before the first piece', async () => {
    const overloaded = 'data: {"type":"error","error":{"type":"overloaded_error","message":"Busy"}}\n\n'
    models.turns.push({ raw: [overloaded] }, { text: 'Yes.' })
    const { pieces } = await outcomeOf({ protocol: 'anthropic' })
    assert.deepEqual(pieces[0], { kind: 'text', text: 'Yes.' })
    models.turns.push({ raw: ['data: {"error":{"code":503,"message":"Busy"}}\n\n'] }, { text: 'Yes.' })
    assert.deepEqual((await outcomeOf()).pieces[0], { kind: 'text', text: 'Yes.' })
  })
})

describe('an interrupted reply', () => {
  for (const protocol of ['openai', 'anthropic'] as const)
    it(`of ${protocol} keeps its pieces and is not retried`, async () => {
      const { pieces } = await fails('interrupted', [{ text: ['Because '], ending: 'drop' }], { protocol })
      assert.deepEqual(pieces, [{ kind: 'text', text: 'Because ' }])
      assert.equal(models.requests.length, 1)
    })

  it('is detected if the server closes the connection properly', async () => {
    const raw = ['data: {"choices":[{"delta":{"content":"Because"}}]}\n\n']
    await fails('interrupted', [{ raw }])
  })

  it('is complete if only the end of the connection is missing', async () => {
    const raw = ['data: {"choices":[{"delta":{"content":"Yes."},"finish_reason":"stop"}]}\n\n']
    for (const ending of ['drop', 'hang'] as const) {
      models.turns.push({ raw, ending })
      const { pieces, failure } = await outcomeOf({ idleTimeoutMs: 200 })
      assert.equal(failure, undefined)
      assert.deepEqual(pieces.at(-1), { kind: 'end', reason: 'complete', usage: undefined })
    }
  })
})

describe('a reply that Baton cannot read', () => {
  it('fails without the text of the server', async () => {
    for (const line of [
      'the secret of the server',
      '[[[[[[',
      'null',
      '7',
      '{"choices": 5}',
      '{"choices":[{"delta":{"content":{"a":1}}}]}',
      '{"choices":[{"delta":{"tool_calls":[null]}}]}',
    ])
      await fails('interrupted', [{ raw: [`data: ${line}\n\n`] }])
    const page = { raw: ['<!doctype html><h1>Welcome, this is not a model</h1>'] }
    await fails('interrupted', [page, page, page])
    await fails('interrupted', [{ raw: ['data: {"type": 5}\n\n'] }], { protocol: 'anthropic' })
  })

  it('fails if it has too many or too long calls, texts or lines', async () => {
    const many = Array.from({ length: 33 }, () => ({ name: 'get_task', input: {} }))
    await fails('interrupted', [{ calls: many }])
    await fails('interrupted', [{ calls: [{ name: 'get_task', input: { a: 'x'.repeat(100_000) } }] }])
    await fails('interrupted', [{ text: 'x'.repeat(1024 * 1024) }])
    await fails('interrupted', [{ text: Array.from({ length: 9 }, () => 'x'.repeat(500_000)) }])
  })

  it('counts no tokens that could change a budget', async () => {
    for (const input of [-1_000_000, 1e300, 0.5]) {
      models.turns.push({ text: 'Yes.', usage: { input, output: 1 } })
      const end = (await outcomeOf()).pieces.at(-1)!
      assert.deepEqual(end, { kind: 'end', reason: 'complete', usage: { input: 0, output: 1 } })
    }
  })
})

describe('a slow model server', () => {
  it('times out before and between the pieces', async () => {
    await fails('timed_out', [{ text: ['Because '], ending: 'hang' }], { idleTimeoutMs: 50 })
    const never = new Promise<never>(() => {})
    const { message } = await fails('timed_out', [() => never], { idleTimeoutMs: 50 })
    assert.match(message, /sent nothing for 0\.05 seconds/)
    await until(() => models.requests.every(({ hasDisconnected }) => hasDisconnected))
  })
})

describe('a cancelled reply', () => {
  it('ends with the reason of the signal and closes the connection', async () => {
    const stop = new AbortController()
    models.turns.push({ text: ['Because '], ending: 'hang' })
    const pieces = open().reply({ ...prompt, signal: stop.signal })
    const reply = pieces[Symbol.asyncIterator]()
    await reply.next()
    stop.abort(new Error('Enough.'))
    await assert.rejects(reply.next(), { message: 'Enough.' })
    await until(() => models.requests[0]!.hasDisconnected)
  })

  it('sends no request if it was cancelled before', async () => {
    const { failure } = await outcomeOf({}, { signal: AbortSignal.abort(new Error('Enough.')) })
    assert.equal(failure?.message, 'Enough.')
    assert.equal(models.requests.length, 0)
  })

  it('waits for no retry', async () => {
    const stop = new AbortController()
    models.turns.push(() => {
      setTimeout(() => stop.abort(new Error('Enough.')), 20)
      return { status: 503 }
    })
    const { failure } = await outcomeOf({ backoffMs: 20_000 }, { signal: stop.signal })
    assert.equal(failure?.message, 'Enough.')
  })

  it('closes the connection if the reader stops reading', async () => {
    models.turns.push({ text: ['Because '], ending: 'hang' })
    for await (const piece of open().reply(prompt)) if (piece.kind === 'text') break
    await until(() => models.requests[0]!.hasDisconnected)
  })
})

describe('a key or URL that cannot be used', () => {
  it('fails without repeating it', async () => {
    await fails('key_rejected', [], { key: `${key}\n` })
    await fails('unreachable', [], { url: 'http://127.0.0.1:2' })
  })
})
