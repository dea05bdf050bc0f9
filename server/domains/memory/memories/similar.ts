import { z } from 'zod'
import { type Sql, sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import type { Embedded } from '../../search/embed.ts'
import { rounded } from '../../search/relevance.ts'
import { contradicts } from './contradiction.ts'
import { findMatchingMemories } from './find-matching-memories.ts'
import { isCurrent } from './validity.ts'
import type { ScopeColumns } from './tables.ts'

export const Similar = z.object({
  id: z.uuid(),
  content: z.string(),
  by: z.string().describe('Author of the entry.'),
  createdAt: z.iso.datetime(),
  similarity: z.number().describe('Similarity in meaning. 1 means identical.'),
  conflict: z.boolean().describe('True if both probably contradict each other. Supersede the outdated one.'),
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
      minSimilarity,
      where: sql`${inSameScope(place)} and e.subject_id is distinct from ${excludedId}::uuid`,
    },
    isCurrent,
  )
  return found.flatMap(({ memory, similarity }) => {
    if (!memory) return []
    const { id, content: other, created_by, created_at: createdAt } = memory
    const conflict = contradicts(content, other, similarity)
    return [{ id, content: other, by: created_by.name, createdAt, similarity: rounded(similarity), conflict }]
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
