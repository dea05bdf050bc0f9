import type { Filter, InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import type { Fused } from '../search/fuse.ts'
import { type Hit, type HybridQuery, candidates, depthOf } from '../search/hybrid.ts'
import { dropHidden } from '../search/drop-hidden.ts'
import { withParametersAfter } from '../search/scope.ts'
import { findMemories } from './access.ts'
import type { SeenMemory } from './memory.ts'

/** Memory that was found, or another thing. */
export type FoundHere = Fused & ({ memory: SeenMemory } | { memory?: undefined; hit: Hit })

/**
 * What fits a question, the best first, of memory only what fits the conditions on its entries `m`. Memory is in the
 * index as it is at this moment, so its entries are looked up at once, and the conditions asked there. Where they leave
 * too few, which is rare, the index itself is asked for what fits them.
 */
export async function foundMemories(
  ctx: Context & InOrganization,
  asked: HybridQuery,
  conditions: Filter,
): Promise<FoundHere[]> {
  const roughly = await candidates(ctx, asked)
  const found = await lookedUp(ctx, roughly, asked.limit, conditions)
  if (found.length === asked.limit || roughly.length < depthOf(asked.limit)) return found
  const { where = { where: 'true', values: [] } } = asked
  const fitting = `e.subject_kind <> 'memory' or exists (
    select 1 from memories m where m.id = e.subject_id and ${withParametersAfter(where.values.length, conditions.where)})`
  const exactly = await candidates(ctx, {
    ...asked,
    where: { where: `${where.where} and (${fitting})`, values: [...where.values, ...conditions.values] },
  })
  return lookedUp(ctx, exactly, asked.limit, conditions)
}

/** The first of what the index has that is there and fits. */
async function lookedUp(
  ctx: Context & InOrganization,
  found: Fused[],
  limit: number,
  conditions: Filter,
): Promise<FoundHere[]> {
  const there: FoundHere[] = []
  for (let at = 0; at < found.length && there.length < limit; at += limit) {
    const some = found.slice(at, at + limit)
    const ids = some.filter(({ kind }) => kind === 'memory').map(({ id }) => id)
    const others = some.filter(({ kind }) => kind !== 'memory')
    const memories = new Map(
      (await findMemories(ctx.db, ctx, ids, false, conditions)).map((memory) => [memory.id, memory]),
    )
    const hits = new Map((await dropHidden(ctx, others)).map((hit) => [hit.id, hit]))
    for (const fused of some) {
      const memory = memories.get(fused.id)
      const hit = hits.get(fused.id)
      if (memory) there.push({ ...fused, memory })
      else if (hit) there.push({ ...fused, hit })
    }
  }
  return there.slice(0, limit)
}
