import { Worker } from 'node:worker_threads'
import { type Embedder, createVectorCache } from './embedder.ts'
import { germanToEnglish } from './german/german-to-english.ts'
import type { Log } from './log.ts'
import { modelFolder } from './model-folder.ts'
import { type ShippedVectors, keyOf, readShippedVectors } from './shipped-vectors.ts'
import { languageOf } from './text-language.ts'

// An idle model is unloaded to free memory. Loading it again takes less than a second.
const idleMinutes = 10

/**
 * Runs all-MiniLM-L6-v2 in its own thread, without network access or configuration. The thread starts with the first
 * text. Caches recent vectors, because queries repeat.
 *
 * If the model can't be loaded, `unavailable` holds the reason, and the log reports it once.
 */
export function createLocalEmbedder(log?: Log): Embedder {
  const cache = createVectorCache()
  const pending = new Map<number, Pending>()
  let worker: Worker | undefined
  let next = 0
  let idle: NodeJS.Timeout | undefined
  let loadedBefore = false
  let unavailable: string | undefined
  let shipped: ShippedVectors | undefined

  function start(): Worker {
    const startedAt = performance.now()
    if (!loadedBefore) log?.info('loading the search model')
    // Stops ONNX Runtime from uploading usage data. It reads the process environment, which a worker thread can't set.
    process.env.ORT_DISABLE_TELEMETRY = '1'
    const started = new Worker(new URL('./minilm-worker.ts', import.meta.url))
    // The thread doesn't keep the process running, unless a request waits for it.
    started.unref()
    started.on('message', (message: Message) => {
      if ('loaded' in message) {
        const milliseconds = Math.round(performance.now() - startedAt)
        if (!loadedBefore) log?.info({ milliseconds }, 'the search model is loaded')
        loadedBefore = true
      } else if ('unavailable' in message) turnOff(started, message.unavailable)
      // Under `node --watch` a thread also reports the modules that it loads.
      else if ('id' in message) settle(message)
    })
    // Requests to a thread that ends fail. The next request starts another thread.
    started.on('error', (reason) => rejectAll(started, reason as Error))
    started.on('exit', () => rejectAll(started, new Error('The embedder has stopped.')))
    return started
  }

  function settle({ id, vector, error }: Result): void {
    const request = pending.get(id)
    pending.delete(id)
    if (pending.size === 0) unloadWhenIdle()
    if (vector) request?.resolve(vector)
    else request?.reject(new Error(`The text could not be embedded: ${error}`))
  }

  function rejectAll(thread: Worker, reason: Error): void {
    if (worker === thread) worker = undefined
    for (const [id, request] of pending) {
      if (request.thread !== thread) continue
      pending.delete(id)
      request.reject(reason)
    }
  }

  function turnOff(thread: Worker, reason: string): void {
    if (!unavailable)
      log?.warn(
        { reason, platform: `${process.platform}-${process.arch}` },
        "search by meaning is off, because the search model can't run here; search by words works. " +
          'Set AI_EMBEDDINGS to use an embedding server.',
      )
    unavailable = reason
    rejectAll(thread, new Error(reason))
    void thread.terminate()
  }

  function unloadWhenIdle(): void {
    worker?.unref()
    clearTimeout(idle)
    idle = setTimeout(() => {
      const idleWorker = worker
      worker = undefined
      void idleWorker?.terminate()
    }, idleMinutes * 60_000).unref()
  }

  async function embed(text: string): Promise<Float32Array> {
    shipped ??= readShippedVectors(modelFolder())
    const known = cache.get(text) ?? shipped.get(keyOf(text))
    if (known) return known
    if (unavailable) throw new Error(unavailable)
    clearTimeout(idle)
    const thread = (worker ??= start())
    thread.ref()
    const id = next++
    const vector = await new Promise<Float32Array>((resolve, reject) => {
      pending.set(id, { thread, resolve, reject })
      thread.postMessage({ id, text: inEnglish(text) })
    })
    cache.set(text, vector)
    return vector
  }

  return {
    model: 'all-MiniLM-L6-v2',
    get unavailable() {
      return unavailable
    },
    embed: (texts) => Promise.all(texts.map(embed)),
    async close() {
      clearTimeout(idle)
      await worker?.terminate()
    },
  }
}

/** The model knows English only, so German words are replaced. Texts in other languages are embedded as they are. */
function inEnglish(text: string): string {
  return languageOf(text) === 'german' ? germanToEnglish(text) : text
}

interface Pending {
  thread: Worker
  resolve(vector: Float32Array): void
  reject(reason: Error): void
}

interface Result {
  id: number
  vector?: Float32Array
  error?: string
}

type Message = Result | { loaded: true } | { unavailable: string } | { 'watch:import': string[] }
