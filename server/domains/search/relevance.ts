import { z } from 'zod'

/** The share of the query's words in a text, weighted by rarity, and its similarity in meaning. Both from 0 to 1. */
export interface Signals {
  coverage: number
  /** Undefined without a model. */
  meaning: number | undefined
}

// The values of this file were chosen on the tuning set of `npm run bench retrieval`. Few matching words say little,
// because common words match everywhere, so the coverage is squared.
const wordsWeight = 0.5

/** Below this similarity, a text and a query are unrelated. */
export const minSimilarity = 0.25
/**
 * Below this similarity, even the best text doesn't answer the query. With this value, at most one in five unanswerable
 * questions of the tuning set gets a result.
 */
const minBestSimilarity = 0.34
/** Texts that fit much worse than the best one are left out. */
const minShareOfBest = 0.65

/** Returns how well a text fits a query, from 0 to 1: its similarity in meaning, raised by matching words. */
export function similarityOf({ coverage, meaning }: Signals): number {
  if (meaning === undefined) return coverage
  const bounded = Math.min(1, Math.max(0, meaning))
  return bounded + (1 - bounded) * wordsWeight * coverage ** 2
}

/** Returns the hits that probably answer the query: none, unless the best one fits well enough. */
export function answering<Hit extends { similarity: number }>(hits: Hit[]): Hit[] {
  const best = Math.max(0, ...hits.map(({ similarity }) => similarity))
  if (best < minBestSimilarity) return []
  return hits.filter(({ similarity }) => similarity >= Math.max(minSimilarity, minShareOfBest * best))
}

export const similarityField = z
  .number()
  .describe('How well it fits the query, from 0 to 1. Comparable between searches.')

export function rounded(number: number): number {
  return Math.round(number * 1000) / 1000
}
