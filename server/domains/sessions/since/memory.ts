import { z } from 'zod'
import type { Context } from '../../../operations/context.ts'
import { isCurrentEntry, rounded } from '../../memories/similar.ts'
import type { Embedded } from '../../search/embed.ts'
import { hybridSearch } from '../../search/hybrid.ts'
import type { OnSession } from '../access.ts'
import type { SeenSession } from '../session.ts'

export const RelevantMemory = z.object({
  id: z.uuid(),
  excerpt: z.string().describe('The part that fits best.'),
  score: z.number(),
})

const most = 20
const longestQuestion = 400

/** What somebody who goes on would want to know: what is still to be reached, and what it is about. */
export function questionOf({ goals, context, title }: SeenSession): string {
  const open = goals.filter(({ done }) => !done).map(({ text }) => text)
  return [...open, context, title].join('\n').slice(0, longestQuestion)
}

/** What of the memory of its project, its agent and itself fits a session best. */
export async function relevantMemory(
  ctx: Context & OnSession,
  session: SeenSession,
  embedded: Embedded | undefined,
): Promise<z.output<typeof RelevantMemory>[]> {
  const hits = await hybridSearch(ctx, {
    ...{ text: questionOf(session), embedded, kinds: ['memory'], limit: most },
    // A model that did not answer before is not asked again while the transaction is open.
    mode: embedded ? 'hybrid' : 'words',
    where: {
      where: `(e.project_id = $1::uuid or e.agent_id = $2::uuid or e.session_id = $3::uuid) and ${isCurrentEntry}`,
      values: [session.project_id, session.agent_id, session.id],
    },
  })
  return hits.map(({ id, body, score }) => ({ id, excerpt: body, score: rounded(score) }))
}
