import { setTimeout } from 'node:timers/promises'
import type { App } from '../../operations/context.ts'

/** A text as the model sees it. Vectors are compared only with those of the same model. */
export interface Embedded {
  model: string
  vector: Float32Array
}

/** Undefined when the embedder fails: then what is searched for is found by its words alone. */
export async function embedForSearch(
  app: Pick<App, 'embedder' | 'log'>,
  text: string,
): Promise<Embedded | undefined> {
  const { embedder, log } = app
  const waiting = new AbortController()
  try {
    const [vector] = await Promise.race([embedder.embed([text]), tooLong(waiting.signal)])
    return { model: embedder.model, vector: vector! }
  } catch (error) {
    // An embedder that can't work here has logged that itself, once.
    if (!embedder.unavailable) log.warn({ reason: (error as Error).message }, 'a text could not be embedded')
    return undefined
  } finally {
    waiting.abort()
  }
}

// Whoever searches would rather have what their words find than wait for a server that does not answer.
const patience = 5000

async function tooLong(signal: AbortSignal): Promise<never> {
  await setTimeout(patience, undefined, { signal })
  throw new Error('It took too long.')
}
