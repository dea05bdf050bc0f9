import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, describe, test } from 'node:test'
import { createLocalEmbedder } from './local-embedder.ts'

describe('the local embedder', () => {
  const embedder = createLocalEmbedder()
  after(() => embedder.close())

  test('returns similar vectors for texts with the same meaning', async () => {
    const [question, answer, other] = await embedder.embed([
      'How do we log people in?',
      'Users authenticate with a passkey or a password.',
      'The invoice is due at the end of the month.',
    ])
    assert.ok(cosine(question!, answer!) > cosine(question!, other!) + 0.2)
  })

  test('returns unit vectors of 384 numbers, even for empty and very long texts', async () => {
    for (const vector of await embedder.embed(['', 'word '.repeat(20_000), '結構', '🙂'])) {
      assert.equal(vector.length, 384)
      assert.ok(Math.abs(cosine(vector, vector) - 1) < 1e-4)
    }
  })

  test('returns many vectors in order, and the same vector for the same text', async () => {
    const texts = Array.from({ length: 40 }, (_, number) => `text number ${number % 20}`)
    const vectors = await embedder.embed(texts)
    const alone = await createOther(texts[7]!)
    assert.deepEqual(vectors[7], vectors[27])
    assert.deepEqual(vectors[7], alone)
  })

  test('disables the telemetry of ONNX Runtime', () => {
    // Telemetry starts with a device ID and a queue of uploads in the home folder.
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-home-'))
    after(() => fs.rmSync(home, { recursive: true }))
    const program = `
      import { createLocalEmbedder } from '${new URL('./local-embedder.ts', import.meta.url).href}'
      const embedder = createLocalEmbedder()
      await embedder.embed(['text'])
      await embedder.close()`
    const { PATH } = process.env
    execFileSync(process.execPath, ['--eval', program], { env: { PATH, HOME: home } })
    assert.deepEqual(fs.readdirSync(home, { recursive: true }), [])
  })
})

async function createOther(text: string): Promise<Float32Array> {
  const other = createLocalEmbedder()
  const [vector] = await other.embed([text])
  await other.close()
  return vector!
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * b[at]!, 0)
}
