import type { Filter, InOrganization } from '../../operations/access.ts'
import type { App, Context } from '../../operations/context.ts'
import { findByMeaning } from './by-meaning.ts'
import { findByWords } from './by-words.ts'
import { type Embedded, embedForSearch } from './embed.ts'
import { type Fused, type Why, fuse } from './fuse.ts'
import type { SearchKind } from './kinds.ts'
import { type Within, entriesWithin } from './scope.ts'
import { hasMany } from './scope-size.ts'
import { dropHidden } from './drop-hidden.ts'
import { createWordCounts } from './words.ts'

/** A question, and what the search is limited to. */
export interface HybridQuery extends Within {
  text: string
  /** The question as the model sees it, where that is known: a write embeds before its transaction. */
  embedded?: Embedded | undefined
  limit: number
  /** By words and by meaning, or by one of them alone. */
  mode?: 'hybrid' | 'words' | 'meaning' | undefined
  /** What has no word of the question must be at least so similar, from 0 to 1. */
  leastSimilarity?: number | undefined
}

export interface Hit {
  kind: SearchKind
  id: string
  /** The part of a long text that fits best. */
  part: number
  key: string | null
  projectId: string | null
  title: string
  body: string
  updatedAt: string
  /** From 0 to 1, among the hits of one search: 1 is the first place by words and by meaning. */
  score: number
  why: Why
}

type Asking = Pick<Context, 'app' | 'db'> & InOrganization

/** How far the two rankings are looked through for so many hits. */
export function depthOf(limit: number): number {
  return Math.max(50, Math.min(200, limit * 3))
}

/**
 * THE search: what the caller may see, by its words and by its meaning, the best first. Both rankings are fused by
 * their ranks, for their scores cannot be compared. Found is only what is there at this moment.
 */
export async function hybridSearch(asking: Asking, asked: HybridQuery): Promise<Hit[]> {
  return firstThere(asking, await candidates(asking, asked), asked.limit)
}

/** What the index has, as long as it is there and the caller still sees it. */
export async function firstThere(asking: Asking, found: Fused[], limit: number): Promise<Hit[]> {
  const hits: Hit[] = []
  for (let at = 0; at < found.length && hits.length < limit; at += limit)
    hits.push(...(await dropHidden(asking, found.slice(at, at + limit))))
  return hits.slice(0, limit)
}

/** What the index has, which may be a moment behind: not to be shown before it was looked at again. */
export async function candidates(asking: Asking, asked: HybridQuery): Promise<Fused[]> {
  const scope = entriesWithin(asking, asked)
  const many = hasMany(asking.app, asking.db, asking, asked)
  return candidatesWithin(asking, scope, { ...asked, many })
}

type Question = Pick<HybridQuery, 'text' | 'embedded' | 'limit' | 'mode' | 'leastSimilarity'>

/** The same in a scope of the index that somebody else has drawn. `many`: whether it holds too much to look at each. */
export async function candidatesWithin(
  { app, db }: Pick<Context, 'app' | 'db'>,
  scope: Filter,
  {
    text,
    limit,
    mode = 'hybrid',
    leastSimilarity = -1,
    ...asked
  }: Question & { many: boolean | Promise<boolean> },
): Promise<Fused[]> {
  const deep = depthOf(limit)
  const [words, embedded, many] = await Promise.all([
    mode === 'meaning' ? [] : wordCounts(app).wordsOf(db, text),
    mode === 'words' ? undefined : (asked.embedded ?? embedForSearch(app, text)),
    asked.many,
  ])
  const [byWords, byMeaning] = await Promise.all([
    findByWords(db, scope, words, deep, many),
    embedded ? findByMeaning(db, scope, embedded, deep, many) : [],
  ])
  return fuse(byWords, byMeaning, words).filter(
    ({ why }) => why.words !== undefined || why.meaning!.similarity >= leastSimilarity,
  )
}

const counts = new WeakMap<App, ReturnType<typeof createWordCounts>>()

function wordCounts(app: App) {
  const known = counts.get(app) ?? createWordCounts()
  counts.set(app, known)
  return known
}
