import type { InOrganization } from '../../operations/access.ts'
import type { App, Context } from '../../operations/context.ts'
import { findByMeaning } from './by-meaning.ts'
import { findByWords } from './by-words.ts'
import { type Embedded, embedForSearch } from './embed.ts'
import { type Fused, type Why, fuse } from './fuse.ts'
import type { SearchKind } from './kinds.ts'
import { type Within, entriesWithin } from './scope.ts'
import { hasMany } from './scope-size.ts'
import { stillThere } from './still-there.ts'
import { createWordCounts } from './words.ts'

/** A question, and what the search is limited to. */
export interface HybridQuery extends Within {
  text: string
  /** The question as the model sees it, where that is known: a write embeds before its transaction. */
  embedded?: Embedded | undefined
  limit: number
  /** By words and by meaning, or by one of them alone. */
  mode?: 'hybrid' | 'words' | 'meaning'
}

export interface Hit {
  kind: SearchKind
  id: string
  /** The part of a long text that fits best. */
  part: number
  title: string
  body: string
  /** From 0 to 1, among the hits of one search: 1 is the first place by words and by meaning. */
  score: number
  why: Why
}

/**
 * THE search: what the caller may see, by its words and by its meaning, the best first. Both rankings are fused by
 * their ranks, for their scores cannot be compared. Found is only what is there at this moment.
 */
export async function hybridSearch(ctx: Context & InOrganization, asked: HybridQuery): Promise<Hit[]> {
  const fused = await findAll(ctx, asked, Math.max(50, Math.min(200, asked.limit * 3)))
  const hits: Hit[] = []
  for (let at = 0; at < fused.length && hits.length < asked.limit; at += asked.limit)
    hits.push(...(await stillThere(ctx, fused.slice(at, at + asked.limit))))
  return hits.slice(0, asked.limit)
}

async function findAll(ctx: Context & InOrganization, asked: HybridQuery, deep: number): Promise<Fused[]> {
  const { app, db } = ctx
  const { mode = 'hybrid' } = asked
  const scope = entriesWithin(ctx, asked)
  const [words, embedded, many] = await Promise.all([
    mode === 'meaning' ? [] : wordCounts(app).wordsOf(db, asked.text),
    mode === 'words' ? undefined : (asked.embedded ?? embedForSearch(app, asked.text)),
    hasMany(app, db, ctx, asked),
  ])
  const [byWords, byMeaning] = await Promise.all([
    findByWords(db, scope, words, deep, many),
    embedded ? findByMeaning(db, scope, embedded, deep, many) : [],
  ])
  return fuse(byWords, byMeaning, words)
}

const counts = new WeakMap<App, ReturnType<typeof createWordCounts>>()

function wordCounts(app: App) {
  const known = counts.get(app) ?? createWordCounts()
  counts.set(app, known)
  return known
}
