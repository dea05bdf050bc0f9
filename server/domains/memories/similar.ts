import { z } from 'zod'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import type { Embedded } from '../search/embed.ts'
import { foundMemories } from './found-memories.ts'
import { isCurrent } from './store-memory-entry.ts'
import { Memory, memoryFromRow } from './memory.ts'
import type { ScopeColumns } from './tables.ts'

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
  place: Pick<ScopeColumns, 'scope' | 'agent_id' | 'project_id' | 'session_id'>,
  asked: { content: string; embedded: Embedded | undefined; besides?: string },
): Promise<z.output<typeof Similar>[]> {
  const { content, embedded, besides = null } = asked
  if (!embedded) return []
  const { where, values } = exactlyIn(place)
  const found = await foundMemories(
    ctx,
    {
      ...{ text: content, embedded, mode: 'meaning', kinds: ['memory'], limit: most },
      where: { where: `${where} and e.subject_id is distinct from $4::uuid`, values: [...values, besides] },
    },
    { where: isCurrent, values: [] },
  )
  return found.flatMap(({ memory, why }) => {
    const { similarity } = why.meaning!
    if (!memory || similarity < leastSimilarity) return []
    return [{ memory: memoryFromRow(memory, ctx.caller), similarity: rounded(similarity) }]
  })
}

function exactlyIn({
  agent_id,
  project_id,
  session_id,
}: Pick<ScopeColumns, 'agent_id' | 'project_id' | 'session_id'>) {
  const columns = Object.entries({ agent_id, project_id, session_id })
  return {
    where: columns.map(([name], index) => `e.${name} is not distinct from $${index + 1}::uuid`).join(' and '),
    values: columns.map(([, id]) => id),
  }
}

/** The same as `isCurrent`, for the entries `e` of the index. */
export const isCurrentEntry = `exists (select 1 from memories m where m.id = e.subject_id and ${isCurrent})`

export function rounded(number: number): number {
  return Math.round(number * 1000) / 1000
}
