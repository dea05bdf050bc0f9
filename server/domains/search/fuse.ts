import { databaseNow } from '../../database/clock.ts'
import type { MeaningHit } from './by-meaning.ts'
import type { WordsHit } from './by-words.ts'
import type { SearchKind } from './kinds.ts'
import type { Word } from './words.ts'

/** A hit with its best part. */
export interface Fused {
  kind: SearchKind
  id: string
  part: number
  score: number
  why: Why
}

export interface Why {
  words?: { rank: number; matched: string[] }
  meaning?: { rank: number; similarity: number }
}

// Reciprocal rank fusion. The constant is smaller than usual, to favour the first ranks. An entry that covers less than
// half of the question, weighted by rarity, gets almost no score for its words, because common words match everywhere.
// It ranks by meaning, or after all hits by meaning. `npm run bench retrieval` measured both values.
const constant = 20
const minCoverage = 0.5
const lowCoverageWeight = 0.001
// Smaller than the difference between any two ranks. Newer or more important entries come first among equals.
const tieBreak = 1e-5

export function fuse(byWords: WordsHit[], byMeaning: MeaningHit[], words: Word[]): Fused[] {
  const totalWeight = words.reduce((sum, { weight }) => sum + weight, 0)
  const found = new Map<string, Fused>()
  const now = databaseNow()
  const entryFor = (hit: WordsHit | MeaningHit) => {
    const { subject_kind: kind, subject_id: id, part } = hit
    const key = `${id} ${part}`
    const existing = found.get(key)
    if (existing) return existing
    const fresh: Fused = { kind, id, part, score: tieBreaker(hit, now), why: {} }
    found.set(key, fresh)
    return fresh
  }
  for (const [index, hit] of byMeaning.entries()) {
    const fused = entryFor(hit)
    fused.why.meaning = { rank: index + 1, similarity: hit.similarity }
    fused.score += 1 / (constant + index + 1)
  }
  for (const [index, hit] of byWords.entries()) {
    const fused = entryFor(hit)
    const matched = words.filter((_, position) => hit.found[position]! > 0)
    const coverage = matched.reduce((sum, { weight }) => sum + weight, 0) / totalWeight
    fused.why.words = { rank: index + 1, matched: matched.map(({ original }) => original) }
    const trusted = coverage >= minCoverage ? coverage : lowCoverageWeight
    fused.score += (byMeaning.length > 0 ? trusted : 1) / (constant + index + 1)
  }
  // Keeps only the best part of each item.
  const best = new Map<string, Fused>()
  for (const fused of found.values())
    if (fused.score > (best.get(fused.id)?.score ?? 0)) best.set(fused.id, fused)
  const rankingCount = (byWords.length > 0 ? 1 : 0) + (byMeaning.length > 0 ? 1 : 0)
  return [...best.values()]
    .toSorted((one, other) => other.score - one.score)
    .map((fused) => ({ ...fused, score: Math.min(1, (fused.score * (constant + 1)) / rankingCount) }))
}

function tieBreaker({ importance, updated_at }: WordsHit | MeaningHit, now: number): number {
  const days = Math.max(0, now - Date.parse(updated_at)) / 86_400_000
  return tieBreak * (importance + 1 / (1 + days / 30))
}
