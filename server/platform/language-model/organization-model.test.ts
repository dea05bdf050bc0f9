import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { collected } from '../../../test/collected.ts'
import { type ModelServer, startModels } from '../../../test/partners/models.ts'
import { ModelFailure } from './model.ts'
import { type ModelOptions, openModel } from './open-model.ts'

let models: ModelServer
before(async () => {
  models = await startModels()
})
after(() => models.close())
beforeEach(() => models.requests.splice(0))

/** Returns the failure of a reply, if it failed. */
async function failureWith(options: Partial<ModelOptions>): Promise<ModelFailure | undefined> {
  const url = `${models.url}/v1`
  const model = openModel({ protocol: 'openai', url, model: 'clever', backoffMs: 1, ...options })
  const prompt = { system: '', messages: [{ role: 'user' as const, text: 'Why?' }], tools: [], maxTokens: 50 }
  try {
    await collected(model.reply(prompt))
    return undefined
  } catch (error) {
    assert.ok(error instanceof ModelFailure, String(error))
    return error
  }
}

describe('the model of an organization', () => {
  const here = () => models.url.replace('http://', '')

  it('is not on a private network', async () => {
    for (const url of [
      models.url,
      `https://${here()}`,
      'https://10.0.0.1/v1',
      'https://[::1]/v1',
      'https://169.254.169.254',
      'https://localhost',
      'file:///etc/passwd',
      'nonsense',
    ])
      assert.equal((await failureWith({ url, external: { allowed: [] } }))?.kind, 'unreachable')
    assert.equal(models.requests.length, 0)
  })

  it('is not reached by a name with a private address, also after the check', async () => {
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    assert.equal(
      (await failureWith({ url: 'https://innocent.example', external: { allowed: [], resolve } }))?.kind,
      'unreachable',
    )
    let lookUps = 0
    const changing = async () => [{ address: lookUps++ === 0 ? '127.0.0.1' : '203.0.113.9', family: 4 }]
    const { port } = new URL(models.url)
    const external = { allowed: [`models.example:${port}`], resolve: changing }
    assert.equal(await failureWith({ url: `http://models.example:${port}/v1`, external }), undefined)
    assert.equal(lookUps, 1)
  })

  it('can be on a private network that the operator allows', async () => {
    assert.equal(await failureWith({ external: { allowed: [here()] } }), undefined)
  })

  it('is not reached without TLS, because the request carries the key', async () => {
    const resolve = async () => [{ address: '93.184.215.14', family: 4 }]
    const options = { url: 'http://models.example', external: { allowed: [], resolve } }
    assert.match((await failureWith(options))!.message, /must be an https URL/)
  })

  it('times out if its name cannot be resolved', async () => {
    const external = { allowed: [], resolve: () => new Promise<never>(() => {}) }
    assert.equal(
      (await failureWith({ url: 'https://slow.example', external, idleTimeoutMs: 50 }))?.kind,
      'timed_out',
    )
  })
})
