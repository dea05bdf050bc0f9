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
