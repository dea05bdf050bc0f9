import { z } from 'zod'
import { sql } from '../../../../database/sql.ts'
import type { Context } from '../../../../operations/context.ts'
import { isCurrentEntry } from '../../memories/validity.ts'
import type { Embedded } from '../../../search/embed.ts'
import { hybridSearch } from '../../../search/hybrid.ts'
import { rounded, similarityField } from '../../../search/relevance.ts'
import type { OnSession } from '../access.ts'
import type { SeenSession } from '../session.ts'

export const RelevantMemory = z.object({
  id: z.uuid(),
  excerpt: z.string().describe('The best-matching part.'),
  similarity: similarityField,
})

const maxEntries = 20
const maxQueryLength = 400

/** Returns the search text for a session: its open goals, context and title. */
export function memoryQueryOf({ goals, context, title }: SeenSession): string {
  const open = goals.filter(({ done }) => !done).map(({ text }) => text)
  return [...open, context, title].join('\n').slice(0, maxQueryLength)
}

/** Searches the memory of the session, its project and its agent for the most relevant entries. */
export async function relevantMemory(
  ctx: Context & OnSession,
  session: SeenSession,
  embedded: Embedded | undefined,
): Promise<z.output<typeof RelevantMemory>[]> {
  const hits = await hybridSearch(ctx, {
    text: memoryQueryOf(session),
    embedded,
    kinds: ['memory'],
    limit: maxEntries,
    // Without an embedding, don't call the model again while the transaction is open.
    mode: embedded ? 'hybrid' : 'words',
    where: sql`(e.project_id = ${session.project_id}::uuid or e.agent_id = ${session.agent_id}::uuid
      or e.session_id = ${session.id}::uuid) and ${isCurrentEntry}`,
  })
  return hits.map(({ id, body, similarity }) => ({ id, excerpt: body, similarity: rounded(similarity) }))
}
