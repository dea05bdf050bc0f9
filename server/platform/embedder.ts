/** A model that turns texts into vectors. Texts with a similar meaning get similar vectors. */
export interface Embedder {
  /** The model's name, stored with each vector, because vectors of different models can't be compared. */
  model: string
  /** The reason why embeddings don't work in this process. If it is set, search uses words only. */
  readonly unavailable?: string | undefined
  /** Returns one unit vector for each text, in order. Truncates texts that exceed the model's limit. */
  embed(texts: string[]): Promise<Float32Array[]>
  close(): Promise<void>
}

/** Formats a vector for pgvector. */
export function vectorLiteral(vector: Float32Array): string {
  return `[${vector.join(',')}]`
}

const maxVectors = 1000

/** Creates an LRU cache of vectors, because queries repeat. */
export function createVectorCache() {
  const vectors = new Map<string, Float32Array>()
  return {
    get(text: string): Float32Array | undefined {
      const known = vectors.get(text)
      if (known) {
        // Moves the entry to the end, because the first one is evicted.
        vectors.delete(text)
        vectors.set(text, known)
      }
      return known
    },
    set(text: string, vector: Float32Array): void {
      vectors.set(text, vector)
      if (vectors.size > maxVectors) vectors.delete(vectors.keys().next().value!)
    },
  }
}
