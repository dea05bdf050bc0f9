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
  try {
    const [vector] = await embedder.embed([text])
    return { model: embedder.model, vector: vector! }
  } catch (error) {
    log.warn({ reason: (error as Error).message }, 'a text could not be embedded')
    return undefined
  }
}
