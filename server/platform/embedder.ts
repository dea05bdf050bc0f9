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
