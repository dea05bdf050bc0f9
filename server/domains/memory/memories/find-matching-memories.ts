import { type Sql, sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import type { Fused } from '../../search/fuse.ts'
import { type Hit, type HybridQuery, candidates, depthOf } from '../../search/hybrid.ts'
import { dropHidden } from '../../search/drop-hidden.ts'
import { findMemories } from './access.ts'
import type { SeenMemory } from './memory.ts'

/** A search hit: a memory entry or another kind of item. */
export type MemoryHit = Fused & ({ memory: SeenMemory } | { memory?: undefined; hit: Hit })

/** The part of a context that a search needs. It works before a transaction, too. */
export type MemorySearchContext = Pick<Context, 'app' | 'db'> & InOrganization

/**
 * Returns the best matches for a query, best first. Memory entries must also match the conditions on `m`.
 *
 * The index entries of memory are always current, so the conditions are checked while loading the entries. If too few
 * entries remain, which is rare, a second index query applies the conditions itself.
 */
export async function findMatchingMemories(
  ctx: MemorySearchContext,
  query: HybridQuery,
  conditions: Sql,
): Promise<MemoryHit[]> {
  const unfiltered = await candidates(ctx, query)
  const found = await loadVisible(ctx, unfiltered, query.limit, conditions)
  if (found.length === query.limit || unfiltered.length < depthOf(query.limit)) return found
  const matching = sql`(e.subject_kind <> 'memory' or exists (
    select 1 from memories m where m.id = e.subject_id and ${conditions}))`
  const filtered = await candidates(ctx, {
    ...query,
    where: query.where ? sql`${query.where} and ${matching}` : matching,
  })
  return loadVisible(ctx, filtered, query.limit, conditions)
}

/** Loads candidates in batches until `limit` of them are visible and match. */
async function loadVisible(
  ctx: MemorySearchContext,
  found: Fused[],
  limit: number,
  conditions: Sql,
): Promise<MemoryHit[]> {
  const visible: MemoryHit[] = []
  for (let at = 0; at < found.length && visible.length < limit; at += limit) {
    const batch = found.slice(at, at + limit)
    const ids = batch.filter(({ kind }) => kind === 'memory').map(({ id }) => id)
    const others = batch.filter(({ kind }) => kind !== 'memory')
    const memories = new Map(
      (await findMemories(ctx.db, ctx, ids, false, conditions)).map((memory) => [memory.id, memory]),
    )
    const hits = new Map((await dropHidden(ctx, others)).map((hit) => [hit.id, hit]))
    for (const fused of batch) {
      const memory = memories.get(fused.id)
      const hit = hits.get(fused.id)
      if (memory) visible.push({ ...fused, memory })
      else if (hit) visible.push({ ...fused, hit })
    }
  }
  return visible.slice(0, limit)
}
