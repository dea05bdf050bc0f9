import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { modelFolder } from './model-folder.ts'

// The length that the model was trained on. It accepts 512 tokens, with worse results.
const maxTokens = 256

type Embed = (text: string) => Promise<Float32Array<ArrayBuffer>>

/**
 * Loads all-MiniLM-L6-v2 from the package @baton/model. Fails if a file of the model is damaged, or if the ONNX runtime
 * has no binary for this platform.
 */
export async function loadMiniLm(): Promise<Embed> {
  const folder = modelFolder()
  verifyChecksums(folder)
  // Imported here, so that the caller can catch a runtime without a binary.
  const [{ InferenceSession, Tensor }, { Tokenizer }] = await Promise.all([
    import('onnxruntime-node'),
    import('@huggingface/tokenizers'),
  ])
  const read = (name: string) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) as object
  const tokenizer = new Tokenizer(read('tokenizer.json'), read('tokenizer_config.json'))
  const separator = tokenizer.token_to_id('[SEP]')!
  const session = await InferenceSession.create(path.join(folder, 'model_quantized.onnx'), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
  })

  // Truncates before tokenizing, to save time. A token has at least one character and rarely more than 30.
  function tokenize(text: string): number[] {
    const { ids } = tokenizer.encode(text.slice(0, maxTokens * 30), { add_special_tokens: true })
    if (ids.length <= maxTokens) return ids
    return [...ids.slice(0, maxTokens - 1), separator]
  }

  /** Returns the mean of the token vectors, scaled to length 1. */
  return async (text) => {
    const ids = tokenize(text)
    const shape = [1, ids.length]
    const ones = new BigInt64Array(ids.length).fill(1n)
    const { last_hidden_state: hidden } = await session.run({
      input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
      attention_mask: new Tensor('int64', ones, shape),
      token_type_ids: new Tensor('int64', new BigInt64Array(ids.length), shape),
    })
    const values = hidden!.data as Float32Array
    const vector = new Float32Array(hidden!.dims[2]!)
    for (const [at, value] of values.entries()) vector[at % vector.length]! += value
    const length = Math.hypot(...vector)
    return vector.map((value) => value / length)
  }
}

/** Verifies each file against SHA256SUMS, in 25 ms for 23 MB. Wrong vectors of a damaged model would be stored. */
export function verifyChecksums(folder: string): void {
  for (const line of fs.readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n')) {
    const [checksum, name] = line.split('  ') as [string, string]
    const actual = createHash('sha256').update(fs.readFileSync(path.join(folder, name)))
    if (actual.digest('hex') !== checksum)
      throw new Error(`${name} doesn't match its checksum in SHA256SUMS. Install Baton again.`)
  }
}
