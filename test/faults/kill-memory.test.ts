import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Client, InputOf } from '../../server/operations/client.ts'
import { engines } from '../harness.ts'
import { clients, killRepeatedly, roundsOf } from './kill-rounds.ts'
import { type Acknowledged, startMemoryWriters } from './writers.ts'

const rounds = roundsOf(2)
const searched = 10

for (const engine of engines) {
  describe(`killing the server while ${clients} clients store memory over MCP, on ${engine}`, () => {
    it(`finds all that was acknowledged again, ${rounds} times in a row`, () =>
      killRepeatedly(engine, {
        rounds,
        start: startMemoryWriters,
        async check(call, all, ofThisRound) {
          await assertListed(call, all)
          // A search runs the model, which takes longer than all the rest.
          await Promise.all(ofThisRound.slice(0, searched).map((entry) => assertFound(call, entry)))
        },
      }))
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
