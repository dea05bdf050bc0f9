import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { parentPort } from 'node:worker_threads'
import { Tokenizer } from '@huggingface/tokenizers'
import { InferenceSession, Tensor } from 'onnxruntime-node'

/** Runs the model in a thread of its own, one text after the other: a batch is no faster on a processor. */
const folder = path.dirname(createRequire(import.meta.url).resolve('@baton/model/package.json'))
// What it was trained on; it would take 512, and be worse.
const longest = 256

const read = (name: string) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) as object
const tokenizer = new Tokenizer(read('tokenizer.json'), read('tokenizer_config.json'))
const separator = tokenizer.token_to_id('[SEP]')!
const session = await InferenceSession.create(path.join(folder, 'model_quantized.onnx'), {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
})

const port = parentPort!
let last: Promise<unknown> = Promise.resolve()
port.on('message', (asked: Asked) => {
  last = last.then(() => answer(asked))
})

interface Asked {
  id: number
  text: string
}

async function answer({ id, text }: Asked): Promise<void> {
  try {
    const vector = await embed(text)
    port.postMessage({ id, vector }, [vector.buffer])
  } catch (error) {
    port.postMessage({ id, error: (error as Error).message })
  }
}

/** The mean of the vectors of its tokens, of length one. */
async function embed(text: string): Promise<Float32Array<ArrayBuffer>> {
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

// The tokenizer takes time for what is then cut: no token is shorter than a character, and few are longer than thirty.
function tokenize(text: string): number[] {
  const { ids } = tokenizer.encode(text.slice(0, longest * 30), { add_special_tokens: true })
  if (ids.length <= longest) return ids
  return [...ids.slice(0, longest - 1), separator]
}
