import assert from 'node:assert/strict'
import fs from 'node:fs'
import { describe, it } from 'node:test'
import wabt from 'wabt'
import { compareBits, wordsFor } from './bits.ts'
import { compiled } from './compare-bits.wasm.ts'

describe('comparing bits', () => {
  it('uses the compiled form of compare-bits.wat', async () => {
    const name = 'compare-bits.wat'
    const module = (await wabt()).parseWat(name, fs.readFileSync(new URL(name, import.meta.url), 'utf8'), {
      simd: true,
    })
    assert.equal(compiled, Buffer.from(module.toBinary({}).buffer).toString('base64'))
  })

  for (const dimensions of [16, 384, 8192])
    it(`counts the bits that differ in ${dimensions} dimensions, in any range of many entries`, () => {
      const words = wordsFor(dimensions)
      const query = randomWords(words)
      const entries = randomWords(150_000)
      const [start, end] = [3, Math.floor(entries.length / words) - 2]
      const distances = new Uint16Array(end)
      compareBits(query, entries, distances, start, end)
      const expected = new Uint16Array(end)
      for (let entry = start; entry < end; entry++)
        for (let word = 0; word < words; word++)
          expected[entry]! += setBits(query[word]! ^ entries[entry * words + word]!)
      assert.deepEqual(distances, expected)
    })

  it('counts all bits of the largest vectors', () => {
    const distances = new Uint16Array(1)
    compareBits(new Uint32Array(512), new Uint32Array(512).fill(2 ** 32 - 1), distances, 0, 1)
    assert.deepEqual([...distances], [512 * 32])
  })
})

function randomWords(length: number): Uint32Array {
  return new Uint32Array(length).map(() => Math.random() * 2 ** 32)
}

function setBits(word: number): number {
  let count = 0
  for (let rest = word; rest !== 0; rest &= rest - 1) count++
  return count
}
