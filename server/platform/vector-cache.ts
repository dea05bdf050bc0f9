const kept = 1000

/** The last vectors: the same question is often asked again. */
export function createVectorCache() {
  const vectors = new Map<string, Float32Array>()
  return {
    get(text: string): Float32Array | undefined {
      const known = vectors.get(text)
      if (known) {
        // The least recently used one is the first to go.
        vectors.delete(text)
        vectors.set(text, known)
      }
      return known
    },
    set(text: string, vector: Float32Array): void {
      vectors.set(text, vector)
      if (vectors.size > kept) vectors.delete(vectors.keys().next().value!)
    },
  }
}
