import { z } from 'zod'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import type { Embedded } from '../search/embed.ts'
import { hybridSearch } from '../search/hybrid.ts'
import { findMemories } from './access.ts'
import { isCurrent } from './keep-memory.ts'
import { Memory, memoryFromRow } from './memory.ts'
import type { Place } from './tables.ts'

export const Similar = z.object({
  memory: Memory,
  similarity: z.number().describe('How near it is in meaning: 1 is the same.'),
})

/** Further away than this, nobody would take one for the other. */
const leastSimilarity = 0.4
const most = 5

/** The current entries of a scope that mean nearly the same, the nearest first. */
export async function similarTo(
  ctx: Context & InOrganization,
  place: Pick<Place, 'scope' | 'agent_id' | 'project_id' | 'session_id'>,
  asked: { content: string; embedded: Embedded | undefined; besides?: string },
): Promise<z.output<typeof Similar>[]> {
  const { content, embedded, besides = null } = asked
  if (!embedded) return []
  const hits = await hybridSearch(ctx, {
    ...{ text: content, embedded, mode: 'meaning', kinds: ['memory'], limit: most },
    where: {
      where: `e.subject_id is distinct from $1::uuid and e.agent_id is not distinct from $2::uuid
        and e.project_id is not distinct from $3::uuid and e.session_id is not distinct from $4::uuid
        and ${isCurrentEntry}`,
      values: [besides, place.agent_id, place.project_id, place.session_id],
    },
  })
  const near = hits.filter(({ why }) => (why.meaning?.similarity ?? 0) >= leastSimilarity)
  const memories = await findMemories(
    ctx.db,
    ctx,
    near.map(({ id }) => id),
    false,
  )
  return near.flatMap(({ id, why }) => {
    const memory = memories.find((each) => each.id === id)
    if (!memory) return []
    return [{ memory: memoryFromRow(memory, ctx.caller), similarity: rounded(why.meaning!.similarity) }]
  })
}

/** The same as `isCurrent`, for the entries `e` of the index. */
export const isCurrentEntry = `exists (select 1 from memories m where m.id = e.subject_id and ${isCurrent})`

export function rounded(number: number): number {
  return Math.round(number * 1000) / 1000
}
