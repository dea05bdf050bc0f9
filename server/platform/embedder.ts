/** Turns texts into vectors that lie close together where the texts mean the same. */
export interface Embedder {
  /** Stored with each vector: those of different models are never compared. */
  model: string
  /** Why the embedder can't work in this process, if it can't. Then everything is found by words alone. */
  readonly unavailable?: string | undefined
  /** One unit vector for each text, in order. A text that is longer than the model reads is cut. */
  embed(texts: string[]): Promise<Float32Array[]>
  close(): Promise<void>
}

/** As pgvector reads it. */
export function vectorLiteral(vector: Float32Array): string {
  return `[${vector.join(',')}]`
}
