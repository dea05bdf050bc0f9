import { z } from 'zod'
import { dashboardPaths } from './dashboard-paths.ts'
import { titleOf } from './found.ts'
import type { Hit } from './hybrid.ts'
import { searchKinds } from './kinds.ts'
import { rounded, similarityField } from './relevance.ts'

/** A text passage that an answer can cite. */
export const Passage = z
  .object({
    number: z.int().describe('Number in citations: [1].'),
    kind: z.enum(searchKinds),
    id: z.uuid(),
    key: z.string().nullable(),
    title: z.string(),
    text: z.string().describe('Best matching part of the text.'),
    url: z.string().describe('Path in the dashboard.'),
    similarity: similarityField,
  })
  .meta({ id: 'Passage' })

export function passagesFrom(hits: Hit[]): z.output<typeof Passage>[] {
  return hits.map((hit, index) => ({
    number: index + 1,
    kind: hit.kind,
    id: hit.id,
    key: hit.key,
    title: titleOf(hit),
    text: hit.body,
    url: dashboardPaths[hit.kind](hit),
    similarity: rounded(hit.similarity),
  }))
}
