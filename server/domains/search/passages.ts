import { z } from 'zod'
import { addresses } from './addresses.ts'
import { titleOf } from './found.ts'
import type { Hit } from './hybrid.ts'
import { searchKinds } from './kinds.ts'

/** A piece of what is known, that an answer can refer to. */
export const Passage = z
  .object({
    number: z.int().describe('As which the answer refers to it: [1].'),
    kind: z.enum(searchKinds),
    id: z.uuid(),
    key: z.string().nullable(),
    title: z.string(),
    text: z.string().describe('The part that fits best.'),
    url: z.string().describe('Where the dashboard shows it.'),
    score: z.number(),
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
    url: addresses[hit.kind](hit),
    score: Math.round(hit.score * 1000) / 1000,
  }))
}
