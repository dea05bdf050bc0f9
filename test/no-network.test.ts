import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { clientFor, freshDatabase } from './harness.ts'
import { freePort } from './partners/postgres.ts'
import { startServerProcess } from './partners/server-process.ts'
import { signUp } from './sign-up.ts'

const blocked = new URL('./no-network.ts', import.meta.url).href

async function runBlocked(
  environment: Record<string, string>,
  work: (url: string, running: () => boolean) => Promise<void>,
): Promise<string> {
  const settings = await freshDatabase('pglite')
  const output = path.join(settings.DATA_DIR!, 'output')
  const starting = startServerProcess(
    {
      ...settings,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_API: '1000000',
      ...environment,
      PORT: String(await freePort()),
    },
    { output, nodeOptions: ['--import', blocked] },
  )
  // Embedding the bundled documents starts with the server, perhaps before the first request.
  const server = await starting.catch((error: Error) =>
    assert.match(error.message, /reached for the network/),
  )
  try {
    if (server) await work(server.url, server.running)
  } finally {
    await server?.kill()
  }
  return fs.readFileSync(output, 'utf8')
}

async function workAndSearch(url: string): Promise<string[]> {
  const { token } = await signUp(clientFor(url, null), {
    name: 'Ada',
    email: 'ada@example.com',
    password: 'the password of Ada',
  })
  const call = clientFor(url, token)
  await call('projects.create', { name: 'Web' })
  await call('tasks.create', { project: 'web', title: 'Mend the bicycle' })
  for (;;) {
    const { following, entries, embedded } = await call('search.getStatus', {})
    if (following && entries === 2 && embedded === 2) break
  }
  const { items } = await call('search.find', { q: 'repair a bike', kind: ['task'] })
  return items.map(({ title }) => title)
}

describe('a server with default settings', () => {
  it('finds items by meaning without using the network', async () => {
    const output = await runBlocked({}, async (url, running) => {
      assert.deepEqual(await workAndSearch(url), ['Mend the bicycle'])
      assert.ok(running())
    })
    assert.doesNotMatch(output, /reached for the network/)
  })

  it('ends the process if a server does use the network', async () => {
    const elsewhere = {
      AI_EMBEDDINGS: 'openai',
      AI_EMBEDDINGS_URL: 'http://models.example',
      AI_EMBEDDINGS_MODEL: 'small',
    }
    const output = await runBlocked(elsewhere, (url) => assert.rejects(workAndSearch(url)))
    assert.match(output, /reached for the network: models\.example/)
  })
})
