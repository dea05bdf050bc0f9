import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { Client, InputOf } from '../../server/operations/client.ts'
import { clientFor, engines, freshDatabase, type Person } from '../harness.ts'
import { freePort } from '../partners/postgres.ts'
import { startServerProcess } from '../partners/server-process.ts'
import { generous } from './own-postgres.ts'
import { type Acknowledged, startRememberers } from './writers.ts'

const rounds = 3
const clients = 100

for (const engine of engines) {
  describe(`killing the server while ${clients} clients store memory over MCP, on ${engine}`, () => {
    it(`finds again all that was acknowledged, ${rounds} times in a row`, async () => {
      const settings: Record<string, string> = {
        ...(await freshDatabase(engine)),
        ...generous,
        PORT: String(await freePort()),
      }
      const start = () =>
        startServerProcess(settings, { output: path.join(settings.DATA_DIR!, 'server.log') })
      const acknowledged: Acknowledged[] = []
      let server = await start()
      const ada = await register(server.url)
      for (let round = 1; round <= rounds; round++) {
        const writers = await startRememberers(server.url, ada, 'website', clients)
        await writers.reached(randomInt(1, clients))
        await server.kill()
        await writers.stop()
        assert.deepEqual(writers.surprises, [])
        acknowledged.push(...writers.acknowledged)
        server = await start()
        await assertListed(ada.call, acknowledged)
        await Promise.all(writers.acknowledged.map((entry) => assertFound(ada.call, entry)))
      }
      await server.stop()
    })
  })
}

async function assertListed(call: Client, acknowledged: Acknowledged[]): Promise<void> {
  const contentOf = new Map<string, string>()
  let cursor: string | null | undefined
  do {
    const asked: InputOf<'memories.list'> = { project: 'website', limit: 200, ...(cursor && { cursor }) }
    const page = await call('memories.list', asked)
    for (const { id, content } of page.items) contentOf.set(id, content)
    cursor = page.nextCursor
  } while (cursor)
  const lost = acknowledged.filter(({ id, key }) => contentOf.get(id) !== key)
  assert.deepEqual(lost, [], 'every acknowledged entry is listed, as it was')
}

async function assertFound(call: Client, { id, key }: Acknowledged): Promise<void> {
  assert.equal((await call('memories.get', { memory: id })).content, key)
  const { items } = await call('memories.search', { query: key, limit: 1 })
  assert.equal(items[0]?.id, id, `found by what it says: ${key}`)
}

async function register(url: string): Promise<Person> {
  const { token, organization, user } = await clientFor(url, null)('accounts.register', {
    name: 'Ada',
    email: 'ada@example.com',
    password: 'the password of Ada',
  })
  const call = clientFor(url, token)
  await call('projects.create', { name: 'Website' })
  return { token, call, user, organization: organization! } as Person
}
