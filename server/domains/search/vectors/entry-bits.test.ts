import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { quantize } from './bits.ts'
import { EntryBits } from './entry-bits.ts'

const anywhere = () => true

describe('bits of entries', () => {
  for (const dimensions of [16, 384, 1536])
    it(`returns the nearest of vectors with ${dimensions} dimensions`, async () => {
      const vectors = Array.from({ length: 300 }, () => randomVector(dimensions))
      const entries = new EntryBits(dimensions)
      entries.add([batchOf(vectors)], false)
      const query = randomVector(dimensions)
      const found = await entries.nearest(quantize(query), anywhere, 20)
      const expected = vectors.map((vector) => differences(vector, query)).toSorted((a, b) => a - b)
      assert.deepEqual(
        found.map(({ distance }) => distance).toSorted((a, b) => a - b),
        expected.slice(0, 20),
      )
      for (const { id, part, distance } of found) {
        const index = Number(`0x${id.slice(-8)}`)
        assert.equal(part, index % 3)
        assert.equal(distance, differences(vectors[index]!, query))
      }
    })

  it('returns only entries of matching places', async () => {
    const entries = new EntryBits(32)
    const vectors = Array.from({ length: 10 }, () => randomVector(32))
    entries.add([batchOf(vectors.slice(0, 5), ['task', null]), batchOf(vectors, ['note', 'web'])], false)
    const find = async (kind: string) =>
      (await entries.nearest(quantize(vectors[0]!), ([each]) => each === kind, 100)).length
    assert.deepEqual([await find('task'), await find('note'), await find('spec')], [5, 10, 0])
  })

  it('replaces entries that it knows', async () => {
    const entries = new EntryBits(32)
    const [before, after] = [randomVector(32), randomVector(32)]
    entries.add([batchOf([before, before], ['task'])], false)
    entries.add([batchOf([after], ['note'])], true)
    assert.equal(entries.count, 2)
    const notes = await entries.nearest(quantize(after), ([kind]) => kind === 'note', 5)
    assert.deepEqual(
      notes.map(({ part, distance }) => [part, distance]),
      [[0, 0]],
    )
  })
})

function randomVector(dimensions: number): Float32Array {
  return Float32Array.from({ length: dimensions }, () => Math.random() - 0.5)
}

function differences(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, number, index) => sum + Number(number > 0 !== other[index]! > 0), 0)
}

/** Returns entries whose ids end with their index, as the database sends them. */
function batchOf(vectors: Float32Array[], place: (string | null)[] = []) {
  const ids = new Uint8Array(vectors.length * 16)
  const parts = new Uint8Array(vectors.length * 2)
  const bits = vectors.map((vector) =>
    new Uint8Array(quantize(vector).buffer).subarray(0, Math.ceil(vector.length / 8)),
  )
  for (let index = 0; index < vectors.length; index++) {
    new DataView(ids.buffer).setUint32(index * 16 + 12, index)
    new DataView(parts.buffer).setUint16(index * 2, index % 3)
  }
  return { place, ids, parts, bits: new Uint8Array(Buffer.concat(bits)) }
}
