import { setTimeout } from 'node:timers/promises'
import type { App } from '../../operations/context.ts'

/** The vector of a text. Only vectors of the same model can be compared. */
export interface Embedded {
  model: string
  vector: Float32Array
}

/** Embeds a text. Returns undefined if the embedder fails; the search then uses words only. */
export async function embedForSearch(
  app: Pick<App, 'embedder' | 'log'>,
  text: string,
): Promise<Embedded | undefined> {
  const { embedder, log } = app
  const timer = new AbortController()
  try {
    const [vector] = await Promise.race([embedder.embed([text]), rejectAfterTimeout(timer.signal)])
    return { model: embedder.model, vector: vector! }
  } catch (error) {
    // An embedder that can't work here has logged that itself, once.
    if (!embedder.unavailable) log.warn({ reason: (error as Error).message }, 'embedding a text failed')
    return undefined
  } finally {
    timer.abort()
  }
}

// After the timeout, a search returns hits by words instead of waiting for a slow model server.
const timeoutMs = 5000

async function rejectAfterTimeout(signal: AbortSignal): Promise<never> {
  await setTimeout(timeoutMs, undefined, { signal })
  throw new Error('The embedder timed out.')
}
