import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type ModelServer, startModels } from '../../test/partners/models.ts'
import { createRemoteEmbedder } from './remote-embedder.ts'

describe('a remote embedder', () => {
  let models: ModelServer
  before(async () => {
    models = await startModels()
  })
  after(() => models.close())
  beforeEach(() => models.requests.splice(0))

  const openai = (key?: string) =>
    createRemoteEmbedder({ provider: 'openai', url: `${models.url}/v1`, model: 'small', key, patience: 1 })

  it('returns a unit vector for each text, in order, and names its model', async () => {
    const embedder = openai('a key')
    const [one, other, same] = await embedder.embed(['first text', 'another one', 'text first'])
    assert.equal(embedder.model, 'openai:small')
    assert.ok(Math.abs(Math.hypot(...one!) - 1) < 1e-5)
    assert.notDeepEqual(one, other)
    assert.deepEqual(one, same)
    assert.equal(models.requests[0]!.headers.authorization, 'Bearer a key')
    assert.deepEqual(models.requests[0]!.body, {
      model: 'small',
      input: ['first text', 'another one', 'text first'],
      encoding_format: 'float',
    })
  })
  it('supports the protocol of Ollama', async () => {
    const embedder = createRemoteEmbedder({
      provider: 'ollama',
      url: models.url,
      model: 'nomic',
      key: undefined,
    })
    assert.equal((await embedder.embed(['a text']))[0]!.length, 8)
    assert.equal(models.requests[0]!.path, '/api/embed')
    assert.equal(models.requests[0]!.headers.authorization, undefined)
  })
  it('sends texts in batches and deduplicates them', async () => {
    const texts = Array.from({ length: 130 }, (_, index) => `text number ${index}`)
    const embedder = openai()
    const vectors = await embedder.embed([...texts, texts[0]!])
    assert.equal(vectors.length, 131)
    assert.deepEqual(vectors[130], vectors[0])
    assert.deepEqual(
      models.requests.map(({ body }) => (body.input as string[]).length),
      [64, 64, 2],
    )
    await embedder.embed([texts[5]!])
    assert.equal(models.requests.length, 3)
  })
  it('retries a limited number of times when the server is busy or unreachable', async () => {
    models.failures.push(503, 'reset')
    assert.equal((await openai().embed(['patience'])).length, 1)
    assert.equal(models.requests.length, 3)
    models.failures.push(429, 500, 502)
    await assert.rejects(openai().embed(['impatience']), /responded with 502/)
    assert.equal(models.requests.length, 6)
  })
  it('does not retry a request that the server rejects', async () => {
    models.failures.push(401)
    await assert.rejects(openai('a wrong key').embed(['no']), (error: Error) => {
      assert.match(error.message, /responded with 401/)
      assert.doesNotMatch(error.message, /a wrong key/)
      return true
    })
    assert.equal(models.requests.length, 1)
  })
})
