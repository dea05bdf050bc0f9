import { sql } from '../../../database/sql.ts'
import { dropHidden } from '../../search/drop-hidden.ts'
import type { Fused } from '../../search/fuse.ts'
import { type SearchKind, searchKinds } from '../../search/kinds.ts'
import { entriesVisibleTo } from '../../search/visible-entries.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { type Found, type SearchContext, itemPassage } from './find-passages.ts'

const maxItems = 12

/**
 * Returns the items that the result of a read tool shows, as passages, so that an answer can cite them. Only items that
 * the caller can see are found, and only after the search index has them.
 */
export async function sourcesOfResult(ctx: SearchContext, result: unknown): Promise<Found[]> {
  const names = namesIn(result)
  if (names.length === 0) return []
  const ids = names.filter((name) => anyUuid.test(name))
  const rows = await ctx.db.run<{ kind: SearchKind; id: string; key: string | null }>(
    sql`select e.subject_kind as kind, e.subject_id as id, e.key from search_entries e
      where ${entriesVisibleTo(ctx)} and e.part = 0 and e.subject_kind = any(${searchKinds}::text[])
        and e.subject_kind <> 'comment' and (e.subject_id = any(${ids}::uuid[]) or e.key = any(${names}::text[]))
      limit ${maxItems * 2}`,
  )
  const order = (row: { id: string; key: string | null }) =>
    names.findIndex((name) => name === row.id || name === row.key)
  const found: Fused[] = rows
    .toSorted((one, other) => order(one) - order(other))
    .slice(0, maxItems)
    .map(({ kind, id }) => ({ kind, id, part: 0, similarity: 0, why: {} }))
  const hits = await dropHidden(ctx, found)
  return hits.map((hit) => ({ ...itemPassage(hit), similarity: null }))
}

/** Returns the names of the item, or of each item in a list. */
function namesIn(result: unknown): string[] {
  if (!isObject(result)) return []
  const items = Array.isArray(result.items) ? (result.items as unknown[]) : [result]
  return items.slice(0, maxItems).flatMap((item) => {
    if (!isObject(item)) return []
    return [item.slug, item.key, item.id].filter(
      (name): name is string => typeof name === 'string' && name.length <= 100,
    )
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
