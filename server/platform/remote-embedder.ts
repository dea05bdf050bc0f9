import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { type Embedder, createVectorCache } from './embedder.ts'
import { createLocalEmbedder } from './local-embedder.ts'
import type { Log } from './log.ts'
import { RemoteFailure, readFailure } from './remote-failure.ts'

const batchSize = 64
const timeoutMs = 30_000
const maxAttempts = 3
const maxBackoffMs = 10_000

/** Opens the configured embedder. The default is the local one, which needs no configuration. */
export function openEmbedder(config: Config, log?: Log): Embedder {
  const { AI_EMBEDDINGS: provider, AI_EMBEDDINGS_MODEL: model, AI_EMBEDDINGS_KEY: key } = config
  if (provider === 'local') return createLocalEmbedder(log)
  const protocol = protocols[provider]
  return createRemoteEmbedder({
    provider,
    model: model!,
    key,
    url: config.AI_EMBEDDINGS_URL ?? protocol.url,
  })
}

interface Remote {
  provider: keyof typeof protocols
  url: string
  model: string
  key: string | undefined
  /** Milliseconds before the first retry, doubled each time. */
  patience?: number
}

/** Creates an embedder that sends texts to a server in batches and caches recent vectors. */
export function createRemoteEmbedder({ provider, url, model, key, patience = 500 }: Remote): Embedder {
  const { path, body, vectorsOf } = protocols[provider]
  const stopping = new AbortController()
  const cache = createVectorCache()

  async function fetchVectors(texts: string[]): Promise<Float32Array[]> {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(key && { Authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body(model, texts)),
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)]),
    })
    if (!response.ok) throw await readFailure(response)
    const vectors = vectorsOf(await response.json())
    if (vectors?.length !== texts.length || vectors.some((vector) => !vector?.length))
      throw new Error('The server did not return a vector for each text.')
    return vectors.map(unit)
  }

  async function fetchWithRetries(texts: string[]): Promise<Float32Array[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await fetchVectors(texts)
      } catch (error) {
        const isFinal = error instanceof RemoteFailure && error.status < 500 && error.status !== 429
        if (isFinal || attempt === maxAttempts || stopping.signal.aborted) throw error
        const retryAfter = error instanceof RemoteFailure ? error.retryAfter : undefined
        const backoffMs = Math.min(retryAfter ?? patience * 2 ** (attempt - 1), maxBackoffMs)
        await pause(backoffMs, undefined, { signal: stopping.signal, ref: false })
      }
    }
  }

  return {
    // Includes the provider, because another provider may use the same name for another model.
    model: `${provider}:${model}`,
    async embed(texts) {
      const unknown = [...new Set(texts.filter((text) => !cache.get(text)))]
      const created = new Map<string, Float32Array>()
      for (let at = 0; at < unknown.length; at += batchSize) {
        const batch = unknown.slice(at, at + batchSize)
        const vectors = await fetchWithRetries(batch)
        for (const [index, vector] of vectors.entries()) created.set(batch[index]!, vector)
      }
      for (const [text, vector] of created) cache.set(text, vector)
      return texts.map((text) => created.get(text) ?? cache.get(text)!)
    },
    async close() {
      stopping.abort()
    },
  }
}

interface Protocol {
  /** The provider's default URL. */
  url: string
  path: string
  body(model: string, texts: string[]): object
  vectorsOf(response: unknown): number[][] | undefined
}

const protocols: Record<'openai' | 'ollama', Protocol> = {
  openai: {
    url: 'https://api.openai.com/v1',
    path: '/embeddings',
    body: (model, input) => ({ model, input, encoding_format: 'float' }),
    vectorsOf(response) {
      const { data } = response as { data?: { index: number; embedding: number[] }[] }
      return data?.toSorted((one, other) => one.index - other.index).map(({ embedding }) => embedding)
    },
  },
  ollama: {
    url: 'http://127.0.0.1:11434',
    path: '/api/embed',
    body: (model, input) => ({ model, input, truncate: true }),
    vectorsOf: (response) => (response as { embeddings?: number[][] }).embeddings,
  },
}

function unit(vector: number[]): Float32Array {
  const length = Math.hypot(...vector)
  return Float32Array.from(vector, (value) => value / (length || 1))
}
