import { sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { type CodeHit, findCode } from '../../code/find-code.ts'
import { titleOf } from '../../search/found.ts'
import { type Hit, hybridSearch } from '../../search/hybrid.ts'
import { type SearchKind, dashboardPaths, searchKinds } from '../../search/kinds.ts'
import { minSimilarity, rounded } from '../../search/relevance.ts'
import type { Passage } from './passage.ts'

/** A passage before it has its number. */
export type Found = Omit<Passage, 'number'>

export type PassageKind = Passage['kind']

export type SearchContext = Pick<Context, 'app' | 'db'> & InOrganization

export interface PassageQuery {
  /** Question in plain words. */
  text: string
  /** The question before, which a follow-up question refers to. */
  previous?: string | undefined
  kinds?: readonly PassageKind[] | undefined
  /** Ids. */
  project?: string | undefined
  repo?: string | undefined
  limit?: number | undefined
}

export const maxPassages = 12
/** Most passages of one sort, if there are enough of the other. */
const maxOfSort = 8
const maxQuery = 2000

/** Searches items and code that the caller can see. Returns the best passages of both. */
export async function findPassages(ctx: SearchContext, query: PassageQuery): Promise<Found[]> {
  const { text, previous, limit = maxPassages } = query
  // A follow-up such as "and on Sundays?" finds little alone, but the earlier question must not hide a new subject.
  const texts = previous ? [text, `${previous} ${text}`] : [text]
  const found = await Promise.all(
    texts.map((each) => findFor(ctx, { ...query, text: each.slice(0, maxQuery) })),
  )
  const items = merge(found.map((each) => each.items))
  const code = merge(found.map((each) => each.code))
  return query.repo ? [...code.slice(0, limit - 4), ...items].slice(0, limit) : bestOf(items, code, limit)
}

async function findFor(
  ctx: SearchContext,
  { text, kinds = [...searchKinds, 'code'], project, repo, limit = maxPassages }: PassageQuery,
): Promise<{ items: Found[]; code: Found[] }> {
  const itemKinds = kinds.filter((kind): kind is SearchKind => kind !== 'code')
  const common = { text, project, minSimilarity, limit }
  const [hits, codeHits] = await Promise.all([
    itemKinds.length > 0 ? hybridSearch(ctx, { ...common, kinds: itemKinds }) : [],
    kinds.includes('code') ? findCode(ctx, { ...common, repo }) : [],
  ])
  return { items: hits.map(itemPassage), code: await codePassages(ctx, codeHits) }
}

/** Merges the rankings of two questions. A passage has the better of its similarities. */
function merge(rankings: Found[][]): Found[] {
  const best = new Map<string, Found>()
  for (const passage of rankings.flat()) {
    const known = best.get(sourceOf(passage))
    if (!known || similarity(passage) > similarity(known)) best.set(sourceOf(passage), passage)
  }
  return [...best.values()].toSorted(bySimilarity)
}

/** Similarities are comparable, so the best passages win, whatever their sort. */
function bestOf(items: Found[], code: Found[], limit: number): Found[] {
  const first = [...items.slice(0, maxOfSort), ...code.slice(0, maxOfSort)].toSorted(bySimilarity)
  const rest = [...items.slice(maxOfSort), ...code.slice(maxOfSort)]
  return [...first, ...rest].slice(0, limit).toSorted(bySimilarity)
}

function bySimilarity(one: Found, other: Found): number {
  return similarity(other) - similarity(one)
}

function similarity(passage: Found): number {
  return passage.similarity ?? 0
}

/** Identifies the source of a passage: an item, or lines of a file. */
export function sourceOf({ kind, id, code }: Found): string {
  return code ? `${kind} ${id} ${code.path} ${code.startLine}` : `${kind} ${id}`
}

export function itemPassage(hit: Hit): Found {
  return {
    kind: hit.kind,
    id: hit.id,
    key: hit.key,
    title: titleOf(hit),
    text: hit.body,
    url: dashboardPaths[hit.kind](hit),
    similarity: rounded(hit.similarity),
    code: null,
  }
}

type Lines = Omit<CodeHit, 'symbol' | 'similarity'> & { similarity: number | null }

/** Returns passages of files, with the page of the repository in the dashboard. */
export async function codePassages(
  { db }: Pick<SearchContext, 'db'>,
  hits: readonly Lines[],
): Promise<Found[]> {
  if (hits.length === 0) return []
  const ids = [...new Set(hits.map(({ repo }) => repo.id))]
  const rows = await db.run<{ id: string; slug: string }>(
    sql`select r.id, p.slug from repos r join projects p on p.id = r.project_id where r.id = any(${ids}::uuid[])`,
  )
  const slugs = new Map(rows.map(({ id, slug }) => [id, slug]))
  return hits
    .filter(({ repo }) => slugs.has(repo.id))
    .map(({ repo, path, startLine, endLine, text, commit, url, similarity: fit }) => ({
      kind: 'code',
      id: repo.id,
      key: null,
      title: `${path}:${startLine}-${endLine}`,
      text,
      url: `/projects/${slugs.get(repo.id)!}/repos/${repo.id}`,
      similarity: fit,
      code: { repo: repo.name, path, startLine, endLine, commit, url },
    }))
}
