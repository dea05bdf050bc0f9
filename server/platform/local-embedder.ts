import { Worker } from 'node:worker_threads'
import type { Embedder } from './embedder.ts'
import { createVectorCache } from './vector-cache.ts'

// What is not used for a while gives its memory back; it starts again in less than a second.
const idleMinutes = 10

/**
 * all-MiniLM-L6-v2 in a thread of its own: it needs no network, and no setting. The thread starts with the first text.
 * The same question is often asked again, so the last vectors are kept.
 */
export function createLocalEmbedder(): Embedder {
  const cache = createVectorCache()
  const asked = new Map<number, Asked>()
  let worker: Worker | undefined
  let next = 0
  let idle: NodeJS.Timeout | undefined

  function start(): Worker {
    const started = new Worker(new URL('./minilm-worker.ts', import.meta.url))
    // It keeps nobody from stopping, unless somebody waits for an answer.
    started.unref()
    started.on('message', ({ id, vector, error }: Answer) => {
      const { resolve, reject } = asked.get(id)!
      asked.delete(id)
      if (asked.size === 0) rest()
      if (vector) resolve(vector)
      else reject(new Error(`The text could not be embedded: ${error}`))
    })
    // A thread that ends takes its questions along: they fail, and the next one starts another.
    const ended = (reason: Error) => {
      if (worker === started) worker = undefined
      for (const [id, { thread, reject }] of asked) {
        if (thread !== started) continue
        asked.delete(id)
        reject(reason)
      }
    }
    started.on('error', ended)
    started.on('exit', () => ended(new Error('The embedder has stopped.')))
    return started
  }

  function rest(): void {
    worker?.unref()
    clearTimeout(idle)
    idle = setTimeout(() => {
      const resting = worker
      worker = undefined
      void resting?.terminate()
    }, idleMinutes * 60_000).unref()
  }

  function ask(text: string): Promise<Float32Array> {
    const known = cache.get(text)
    if (known) return Promise.resolve(known)
    clearTimeout(idle)
    const thread = (worker ??= start())
    thread.ref()
    const id = next++
    return new Promise<Float32Array>((resolve, reject) => {
      asked.set(id, { thread, resolve, reject })
      thread.postMessage({ id, text })
    }).then((vector) => {
      cache.set(text, vector)
      return vector
    })
  }

  return {
    model: 'all-MiniLM-L6-v2',
    embed: (texts) => Promise.all(texts.map(ask)),
    async close() {
      clearTimeout(idle)
      await worker?.terminate()
    },
  }
}

interface Asked {
  thread: Worker
  resolve(vector: Float32Array): void
  reject(reason: Error): void
}

interface Answer {
  id: number
  vector?: Float32Array
  error?: string
}
