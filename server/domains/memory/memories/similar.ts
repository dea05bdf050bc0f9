import { z } from 'zod'
import { type Sql, sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import type { Embedded } from '../../search/embed.ts'
import { findMatchingMemories } from './find-matching-memories.ts'
import { isCurrent } from './store-memory-entry.ts'
import { Memory, memoryFromRow } from './memory.ts'
import type { ScopeColumns } from './tables.ts'

export const Similar = z.object({
  memory: Memory,
  similarity: z.number().describe('Similarity in meaning. 1 means identical.'),
})

/** Below this similarity, two entries are not worth comparing. */
const minSimilarity = 0.4
const maxResults = 5

/** Returns the current entries of a scope that mean nearly the same, most similar first. */
export async function similarTo(
  ctx: Context & InOrganization,
  place: Pick<ScopeColumns, 'scope' | 'agent_id' | 'project_id' | 'session_id'>,
  query: { content: string; embedded: Embedded | undefined; excludedId?: string },
): Promise<z.output<typeof Similar>[]> {
  const { content, embedded, excludedId = null } = query
  if (!embedded) return []
  const found = await findMatchingMemories(
    ctx,
    {
      text: content,
      embedded,
      mode: 'meaning',
      kinds: ['memory'],
      limit: maxResults,
      where: sql`${inSameScope(place)} and e.subject_id is distinct from ${excludedId}::uuid`,
    },
    isCurrent,
  )
  return found.flatMap(({ memory, why }) => {
    const { similarity } = why.meaning!
    if (!memory || similarity < minSimilarity) return []
    return [{ memory: memoryFromRow(memory, ctx.caller), similarity: rounded(similarity) }]
  })
}

function inSameScope({
  agent_id,
  project_id,
  session_id,
}: Pick<ScopeColumns, 'agent_id' | 'project_id' | 'session_id'>): Sql {
  return sql`e.agent_id is not distinct from ${agent_id}::uuid and e.project_id is not distinct from ${project_id}::uuid
    and e.session_id is not distinct from ${session_id}::uuid`
}

/** `isCurrent` for the index entries `e`. */
export const isCurrentEntry = sql`exists (select 1 from memories m where m.id = e.subject_id and ${isCurrent})`

export function rounded(number: number): number {
  return Math.round(number * 1000) / 1000
}
