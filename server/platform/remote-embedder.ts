import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { Embedder } from './embedder.ts'
import { createLocalEmbedder } from './local-embedder.ts'
import type { Log } from './log.ts'
import { RemoteFailure, failureOf } from './remote-failure.ts'
import { createVectorCache } from './vector-cache.ts'

const textsAtOnce = 64
const timeout = 30_000
const attempts = 3
const longestPause = 10_000

/** The embedder that the configuration names: the one that needs nothing, unless it names another. */
export function openEmbedder(config: Config, log?: Log): Embedder {
  const { AI_EMBEDDINGS: provider, AI_EMBEDDINGS_MODEL: model, AI_EMBEDDINGS_KEY: key } = config
  if (provider === 'local') return createLocalEmbedder(log)
  const protocol = protocols[provider]
  return createRemoteEmbedder({
    ...{ provider, model: model!, key, url: config.AI_EMBEDDINGS_URL ?? protocol.url },
  })
}

interface Remote {
  provider: keyof typeof protocols
  url: string
  model: string
  key: string | undefined
  /** Milliseconds before the second try; each further one waits twice as long. */
  patience?: number
}

/** A server that embeds, asked in batches. What it is asked again within a while it has answered already. */
export function createRemoteEmbedder({ provider, url, model, key, patience = 500 }: Remote): Embedder {
  const { path, body, vectorsOf } = protocols[provider]
  const stopping = new AbortController()
  const cache = createVectorCache()

  async function ask(texts: string[]): Promise<Float32Array[]> {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(key && { Authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body(model, texts)),
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(timeout)]),
    })
    if (!response.ok) throw await failureOf(response)
    const vectors = vectorsOf(await response.json())
    if (vectors?.length !== texts.length || vectors.some((vector) => !vector?.length))
      throw new Error('The server answered something else than a vector for each text.')
    return vectors.map(unit)
  }

  async function askPatiently(texts: string[]): Promise<Float32Array[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await ask(texts)
      } catch (error) {
        const final = error instanceof RemoteFailure && error.status < 500 && error.status !== 429
        if (final || attempt === attempts || stopping.signal.aborted) throw error
        const wanted = error instanceof RemoteFailure ? error.retryAfter : undefined
        const wait = Math.min(wanted ?? patience * 2 ** (attempt - 1), longestPause)
        await pause(wait, undefined, { signal: stopping.signal, ref: false })
      }
    }
  }

  return {
    // The same name may mean another model elsewhere.
    model: `${provider}:${model}`,
    async embed(texts) {
      const unknown = [...new Set(texts.filter((text) => !cache.get(text)))]
      const made = new Map<string, Float32Array>()
      for (let at = 0; at < unknown.length; at += textsAtOnce) {
        const batch = unknown.slice(at, at + textsAtOnce)
        for (const [index, vector] of (await askPatiently(batch)).entries()) made.set(batch[index]!, vector)
      }
      for (const [text, vector] of made) cache.set(text, vector)
      return texts.map((text) => made.get(text) ?? cache.get(text)!)
    },
    async close() {
      stopping.abort()
    },
  }
}

interface Protocol {
  /** Where it is usually served. */
  url: string
  path: string
  body(model: string, texts: string[]): object
  vectorsOf(answer: unknown): number[][] | undefined
}

const protocols: Record<'openai' | 'ollama', Protocol> = {
  openai: {
    url: 'https://api.openai.com/v1',
    path: '/embeddings',
    body: (model, input) => ({ model, input, encoding_format: 'float' }),
    vectorsOf(answer) {
      const { data } = answer as { data?: { index: number; embedding: number[] }[] }
      return data?.toSorted((one, other) => one.index - other.index).map(({ embedding }) => embedding)
    },
  },
  ollama: {
    url: 'http://127.0.0.1:11434',
    path: '/api/embed',
    body: (model, input) => ({ model, input, truncate: true }),
    vectorsOf: (answer) => (answer as { embeddings?: number[][] }).embeddings,
  },
}

function unit(vector: number[]): Float32Array {
  const length = Math.hypot(...vector)
  return Float32Array.from(vector, (value) => value / (length || 1))
}
