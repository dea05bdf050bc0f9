import { databaseNow } from '../../database/clock.ts'
import type { MeaningHit } from './by-meaning.ts'
import type { WordsHit } from './by-words.ts'
import type { SearchKind } from './kinds.ts'
import type { Word } from './words.ts'

/** A thing that was found, by its best part. */
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

// Reciprocal rank fusion, with a smaller constant than usual: the first places count. What has less than half of the
// question, each word by its rarity, says little by its words, for a few common ones are everywhere: it counts by its
// meaning, and comes after all that was found by meaning if it was found by words alone. Both were chosen by what
// `npm run bench retrieval` measures.
const constant = 20
const leastCovered = 0.5
const hardly = 0.001
// Less than the difference between any two ranks: what is newer or more important goes first among equals.
const tieBreak = 1e-5

export function fuse(byWords: WordsHit[], byMeaning: MeaningHit[], words: Word[]): Fused[] {
  const whole = words.reduce((sum, { weight }) => sum + weight, 0)
  const found = new Map<string, Fused>()
  const now = databaseNow()
  const at = (hit: WordsHit | MeaningHit) => {
    const { subject_kind: kind, subject_id: id, part } = hit
    const key = `${id} ${part}`
    const before = found.get(key)
    if (before) return before
    const fresh: Fused = { kind, id, part, score: tieBreaker(hit, now), why: {} }
    found.set(key, fresh)
    return fresh
  }
  for (const [index, hit] of byMeaning.entries()) {
    const fused = at(hit)
    fused.why.meaning = { rank: index + 1, similarity: hit.similarity }
    fused.score += 1 / (constant + index + 1)
  }
  for (const [index, hit] of byWords.entries()) {
    const fused = at(hit)
    const matched = words.filter((_, place) => hit.found[place]! > 0)
    const covered = matched.reduce((sum, { weight }) => sum + weight, 0) / whole
    fused.why.words = { rank: index + 1, matched: matched.map(({ asked }) => asked) }
    const trusted = covered >= leastCovered ? covered : hardly
    fused.score += (byMeaning.length > 0 ? trusted : 1) / (constant + index + 1)
  }
  // Of a thing with several parts, the best speaks for it.
  const best = new Map<string, Fused>()
  for (const fused of found.values())
    if (fused.score > (best.get(fused.id)?.score ?? 0)) best.set(fused.id, fused)
  const most = (byWords.length > 0 ? 1 : 0) + (byMeaning.length > 0 ? 1 : 0)
  return [...best.values()]
    .toSorted((one, other) => other.score - one.score)
    .map((fused) => ({ ...fused, score: Math.min(1, (fused.score * (constant + 1)) / most) }))
}

function tieBreaker({ importance, updated_at }: WordsHit | MeaningHit, now: number): number {
  const days = Math.max(0, now - Date.parse(updated_at)) / 86_400_000
  return tieBreak * (importance + 1 / (1 + days / 30))
}
