import { databaseNow } from '../../database/clock.ts'
import type { MeaningHit } from './by-meaning.ts'
import { type WordsHit, synonymWeight } from './by-words.ts'
import type { TextLanguage } from '../../platform/text-language.ts'
import type { IndexedKind } from './kinds.ts'
import { similarityOf } from './relevance.ts'
import { tieBreak } from './search-table.ts'
import type { Word } from './words.ts'

/** A hit with its best part. */
export interface Fused<Kind extends string = IndexedKind> {
  kind: Kind
  id: string
  part: number
  /** How well it fits the query, from 0 to 1. Comparable between searches. */
  similarity: number
  why: Why
}

export interface Why {
  words?: { coverage: number; matched: string[] }
  meaning?: { similarity: number }
}

interface Ranked<Kind extends string> extends Fused<Kind> {
  tieBreaker: number
}

interface Ranking {
  words: Word[]
  /** The language of the query. */
  language: TextLanguage
  importanceWeight: number
}

/** Joins the hits by words and by meaning, and ranks them by similarity. */
export function fuse<Kind extends string>(
  byWords: WordsHit<Kind>[],
  byMeaning: MeaningHit<Kind>[],
  { words, language, importanceWeight }: Ranking,
): Fused<Kind>[] {
  const totalWeight = words.reduce((sum, { weight }) => sum + weight, 0)
  const found = new Map<string, Ranked<Kind>>()
  const now = databaseNow()
  const entryFor = (hit: WordsHit<Kind> | MeaningHit<Kind>) => {
    const { subject_kind: kind, subject_id: id, part } = hit
    const key = `${id} ${part}`
    const existing = found.get(key)
    if (existing) return existing
    const newness = tieBreak * newnessOf(hit, now)
    const tieBreaker =
      newness + importanceWeight * hit.importance + (hit.language === language ? sameLanguage : 0)
    const fresh: Ranked<Kind> = { kind, id, part, similarity: 0, why: {}, tieBreaker }
    found.set(key, fresh)
    return fresh
  }
  for (const hit of byMeaning) entryFor(hit).why.meaning = { similarity: hit.similarity }
  for (const hit of byWords) {
    const matchOf = (position: number) =>
      hit.found[position]! > 0 ? 1 : hit.akin[position]! > 0 ? synonymWeight : 0
    const matched = words.filter((_, position) => matchOf(position) > 0)
    const covered = words.reduce((sum, { weight }, position) => sum + weight * matchOf(position), 0)
    const coverage = covered / totalWeight
    entryFor(hit).why.words = { coverage, matched: matched.map(({ original }) => original) }
  }
  // An entry that only the words found is less similar in meaning than all entries that the meaning found.
  const leastSimilar = byMeaning.at(-1)?.similarity
  for (const fused of found.values())
    fused.similarity = similarityOf({
      coverage: fused.why.words?.coverage ?? 0,
      meaning: fused.why.meaning?.similarity ?? leastSimilar,
    })
  // Keeps only the best part of each item.
  const best = new Map<string, Ranked<Kind>>()
  for (const fused of found.values())
    if (fused.similarity > (best.get(fused.id)?.similarity ?? -1)) best.set(fused.id, fused)
  const rank = (fused: Ranked<Kind>) => fused.similarity + fused.tieBreaker
  return [...best.values()]
    .toSorted((one, other) => rank(other) - rank(one))
    .map(({ tieBreaker: _, ...fused }) => fused)
}

// The similarity between texts of two languages is less exact, because one of them was translated word by word.
const sameLanguage = 0.03

function newnessOf({ updated_at }: Pick<WordsHit, 'updated_at'>, now: number): number {
  const days = Math.max(0, now - Date.parse(updated_at)) / 86_400_000
  return 1 / (1 + days / 30)
}
