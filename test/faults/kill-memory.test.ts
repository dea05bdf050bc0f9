import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Client, InputOf } from '../../server/assembly/client.ts'
import { engines } from '../harness.ts'
import { clients, killRepeatedly, roundsOf } from './kill-rounds.ts'
import { type Acknowledged, startMemoryWriters } from './writers.ts'

const rounds = roundsOf(2)
const maxSearches = 10

for (const engine of engines) {
  describe(`killing the server while ${clients} clients store memory over MCP, on ${engine}`, () => {
    it(`keeps every acknowledged memory in lists and search, ${rounds} times in a row`, () =>
      killRepeatedly(engine, {
        rounds,
        start: startMemoryWriters,
        async check(call, all, fromThisRound) {
          await assertListed(call, all)
          // Searches only a few, because each search runs the model.
          await Promise.all(fromThisRound.slice(0, maxSearches).map((entry) => assertFound(call, entry)))
        },
      }))
  })
}

async function assertListed(call: Client, acknowledged: Acknowledged[]): Promise<void> {
  const contentOf = new Map<string, string>()
  let cursor: string | null | undefined
  do {
    const input: InputOf<'memories.list'> = { project: 'website', limit: 200, ...(cursor && { cursor }) }
    const page = await call('memories.list', input)
    for (const { id, content } of page.items) contentOf.set(id, content)
    cursor = page.nextCursor
  } while (cursor)
  const lost = acknowledged.filter(({ id, key }) => contentOf.get(id) !== key)
  assert.deepEqual(lost, [], 'every acknowledged memory is listed unchanged')
}

async function assertFound(call: Client, { id, key }: Acknowledged): Promise<void> {
  assert.equal((await call('memories.get', { memory: id })).content, key)
  const { items } = await call('memories.search', { query: key, limit: 1 })
  assert.equal(items[0]?.id, id, `found by its content: ${key}`)
}
