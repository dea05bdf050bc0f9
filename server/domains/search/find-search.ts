import { z } from 'zod'
import { rejectField } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { findProject } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { findsWhatIsSeen } from './access.ts'
import { findByKey, keyFirst } from './by-key.ts'
import { Found, foundFromHits } from './found.ts'
import type { Fused } from './fuse.ts'
import { candidates, firstThere } from './hybrid.ts'
import { type SearchKind, searchKinds } from './kinds.ts'
import { pageOfFound, searchScopeInput } from './search-scope.ts'
import { leastSimilarity, questionField, readQuestion } from './query.ts'

const most = 200

export const findSearch = operation({
  id: 'search.find',
  summary: 'Search everything that the caller may see, by words and by meaning.',
  http: 'GET /api/search',
  access: findsWhatIsSeen,
  input: z.object({
    q: questionField,
    kind: z.array(z.enum(searchKinds)).max(searchKinds.length).optional().describe('Only these kinds.'),
    project: projectRef.optional().describe('Only what is in this project: its slug, key or id.'),
    ...searchScopeInput,
  }),
  output: z.object({
    items: z.array(Found),
    facets: z
      .partialRecord(z.enum(searchKinds), z.int())
      .describe(`How many of each kind are among the best ${most}, whatever kind was asked for.`),
    nextCursor: z.string().nullable().describe('Pass it as cursor to get the next page; null at the end.'),
  }),
}).run(async (ctx, input) => {
  const project = input.project && (await findProject(ctx.db, ctx, input.project, false)).id
  const question = readQuestion(input.q)
  if (question.text === '') rejectField('q', 'Say what to look for, and not only what must not be there.')
  const search = async (kinds: readonly SearchKind[]) => {
    const byKey = project ? [] : await findByKey(ctx.db, ctx, question.text, kinds)
    return keyFirst(
      byKey,
      await candidates(ctx, { ...question, project, kinds, leastSimilarity, limit: most }),
    )
  }
  const all = await search(searchKinds)
  const found = input.kind ? await search(input.kind) : all
  const { shown, nextCursor } = await pageOfFound(found, input, (some, limit) => firstThere(ctx, some, limit))
  return { items: await foundFromHits(ctx.db, shown), facets: facetsOf(all), nextCursor }
})

function facetsOf(found: Fused[]): Partial<Record<SearchKind, number>> {
  const facets: Partial<Record<SearchKind, number>> = {}
  for (const { kind } of found) facets[kind] = (facets[kind] ?? 0) + 1
  return facets
}
