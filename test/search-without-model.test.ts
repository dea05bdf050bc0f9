import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { clientFor, freshDatabase } from './harness.ts'
import { type ServerProcess, startServerProcess } from './partners/server-process.ts'
import { eventually } from './poll.ts'
import { signUp } from './sign-up.ts'

/** Rejects the ONNX runtime in every thread, as on a platform that it has no binary for. */
const withoutRuntime = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve(name, context, next) {
      if (name === 'onnxruntime-node') throw new Error('There is no ONNX runtime for this platform.')
      return next(name, context)
    },
  })
`)}`

describe('a server on a platform without an ONNX runtime', () => {
  let server: ServerProcess
  let output: string
  let ada: ReturnType<typeof clientFor>

  before(async () => {
    const environment = await freshDatabase('pglite')
    output = path.join(environment.DATA_DIR!, 'server.log')
    server = await startServerProcess(environment, { output, nodeOptions: ['--import', withoutRuntime] })
    const { token } = await signUp(clientFor(server.url, null), {
      email: 'ada@example.com',
      password: 'a long password',
      name: 'Ada',
    })
    ada = clientFor(server.url, token)
    await ada('projects.create', { name: 'Web' })
  })
  after(() => server.stop())

  it('stores memory and finds it by words', async () => {
    const { memory } = await ada('memories.store', {
      scope: 'project',
      project: 'web',
      content: 'The invoices are sent on Mondays.',
    })
    const { items } = await ada('memories.search', { query: 'invoices', project: 'web' })
    assert.deepEqual(
      items.map((found) => found.id),
      [memory.id],
    )
  })

  it('reports in its health that semantic search is off and which setting to change', async () => {
    const health = async () => {
      const response = await fetch(`${server.url}/health`)
      const { searchByMeaning } = (await response.json()) as { searchByMeaning?: object }
      return { status: response.status, searchByMeaning }
    }
    // A search returns results by words while the model loads, before the server knows that it is missing.
    await eventually<unknown>(health, {
      status: 200,
      searchByMeaning: { status: 'off', hint: 'Set AI_EMBEDDINGS to use an embedding server.' },
    })
  })

  it('logs the reason once for any number of searches', async () => {
    for (const query of ['one', 'two', 'three']) await ada('memories.search', { query, project: 'web' })
    assert.equal(await server.stop(), 0)
    const warnings = fs
      .readFileSync(output, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"level":"warn"'))
    assert.equal(warnings.length, 1, warnings.join('\n'))
    assert.match(warnings[0]!, /There is no ONNX runtime.*search by meaning is off.*AI_EMBEDDINGS/)
  })
})
