import type { InOrganization } from '../../operations/access.ts'
import type { App, Context } from '../../operations/context.ts'
import { languageOf } from '../../platform/text-language.ts'
import { findByMeaning } from './by-meaning.ts'
import { findByWords } from './by-words.ts'
import { type Embedded, embedForSearch } from './embed.ts'
import { type Fused, type Why, fuse } from './fuse.ts'
import type { SearchKind } from './kinds.ts'
import { type SearchLimits, hasMany, scopeOf } from './scope.ts'
import { type SearchScope, type SearchTable, searchEntries } from './search-table.ts'
import { dropHidden } from './drop-hidden.ts'
import { type WordOptions, createWordCounts } from './words.ts'

/** A query with its limits. */
export interface HybridQuery extends SearchLimits {
  text: string
  /** The vector of the query, if known. A write embeds before its transaction. */
  embedded?: Embedded | undefined
  limit: number
  /** Searches by words, by meaning or both. */
  mode?: 'hybrid' | 'words' | 'meaning' | undefined
  /** Minimum similarity from 0 to 1. */
  minSimilarity?: number | undefined
  /** Turns off parts of the word analysis. */
  words?: WordOptions | undefined
}

export interface Hit {
  kind: SearchKind
  id: string
  /** The best matching part of a long text. */
  part: number
  key: string | null
  projectId: string | null
  title: string
  body: string
  updatedAt: string
  /** How well it fits the query, from 0 to 1. */
  similarity: number
  why: Why
}

type SearchContext = Pick<Context, 'app' | 'db'> & InOrganization

/** Returns how many entries of each ranking to read for this number of hits. */
export function depthOf(limit: number): number {
  return Math.max(50, Math.min(200, limit * 3))
}

/**
 * Searches by words and by meaning, and returns visible hits, best first. Deleted and hidden items are dropped.
 */
export async function hybridSearch(ctx: SearchContext, query: HybridQuery): Promise<Hit[]> {
  return firstVisible(ctx, await candidates(ctx, query), query.limit)
}

/** Returns the first candidates that still exist and are visible to the caller. */
export async function firstVisible(ctx: SearchContext, found: Fused[], limit: number): Promise<Hit[]> {
  const hits: Hit[] = []
  for (let at = 0; at < found.length && hits.length < limit; at += limit)
    hits.push(...(await dropHidden(ctx, found.slice(at, at + limit))))
  return hits.slice(0, limit)
}

/** Returns candidates from the index. It lags behind, so check them with `dropHidden` before returning them. */
export async function candidates(ctx: SearchContext, query: HybridQuery): Promise<Fused[]> {
  const scope = scopeOf(ctx, query)
  const many = hasMany(ctx.app, ctx.db, ctx, query)
  return candidatesWithin(ctx, searchEntries, scope, { ...query, many })
}

type Question = Pick<HybridQuery, 'text' | 'embedded' | 'limit' | 'mode' | 'minSimilarity' | 'words'>

/** Returns candidates within a given scope. `many` says whether the scope is too large for a full scan. */
export async function candidatesWithin<Kind extends string>(
  { app, db }: Pick<Context, 'app' | 'db'>,
  table: SearchTable<Kind>,
  scope: SearchScope,
  {
    text,
    limit,
    mode = 'hybrid',
    minSimilarity = 0,
    ...query
  }: Question & { many: boolean | Promise<boolean> },
): Promise<Fused<Kind>[]> {
  const depth = depthOf(limit)
  const searchWords = async () => {
    if (mode === 'meaning') return { words: [], byWords: [] }
    const [words, many] = await Promise.all([
      wordCounts(app, table).wordsOf(db, text, query.words),
      query.many,
    ])
    return { words, byWords: await findByWords(db, table, scope.where, words, depth, many) }
  }
  const searchMeaning = async () => {
    if (mode === 'words') return []
    const [embedded, many] = await Promise.all([query.embedded ?? embedForSearch(app, text), query.many])
    return embedded ? findByMeaning({ app, db }, table, scope, embedded, depth, many) : []
  }
  // The search by meaning takes longest, so it doesn't wait for the analysis of the words.
  const [{ words, byWords }, byMeaning] = await Promise.all([searchWords(), searchMeaning()])
  const { importanceWeight } = table
  return fuse(byWords, byMeaning, { words, language: languageOf(text), importanceWeight }).filter(
    ({ similarity }) => similarity >= minSimilarity,
  )
}

type WordCounts = ReturnType<typeof createWordCounts>

const counts = new WeakMap<App, Map<SearchTable, WordCounts>>()

function wordCounts(app: App, table: SearchTable): WordCounts {
  const ofApp = counts.get(app) ?? new Map<SearchTable, WordCounts>()
  counts.set(app, ofApp)
  const known = ofApp.get(table) ?? createWordCounts(table)
  ofApp.set(table, known)
  return known
}
