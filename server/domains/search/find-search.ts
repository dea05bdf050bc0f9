import { z } from 'zod'
import { rejectField } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { findProject } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { searchAccess } from './access.ts'
import { findByKey, keyFirst } from './by-key.ts'
import { Found, foundFromHits } from './found.ts'
import type { Fused } from './fuse.ts'
import { candidates, firstVisible } from './hybrid.ts'
import { minSimilarity } from './relevance.ts'
import { type SearchKind, searchKinds } from './kinds.ts'
import { pageOfFound, searchScopeInput } from './search-scope.ts'
import { questionField, readQuestion } from './query.ts'

const maxRanked = 200

export const findSearch = operation({
  id: 'search.find',
  summary: 'Search everything that the caller can see, by words and by meaning.',
  http: 'GET /api/search',
  access: searchAccess,
  input: z.object({
    q: questionField,
    kind: z
      .array(z.enum(searchKinds))
      .max(searchKinds.length)
      .optional()
      .describe('Kinds to search. Default: all.'),
    project: projectRef.optional().describe('Project to search: its slug, key or id. Default: all.'),
    ...searchScopeInput,
  }),
  output: z.object({
    items: z.array(Found),
    facets: z
      .partialRecord(z.enum(searchKinds), z.int())
      .describe(`Number of hits of each kind among the best ${maxRanked}, regardless of the kind filter.`),
    nextCursor: z.string().nullable().describe('Cursor of the next page. Null at the end.'),
  }),
}).run(async (ctx, input) => {
  const project = input.project && (await findProject(ctx.db, ctx, input.project, false)).id
  const question = readQuestion(input.q)
  if (question.text === '') rejectField('q', 'Pass at least one word to search for, not only exclusions.')
  const search = async (kinds: readonly SearchKind[]) => {
    const byKey = project ? [] : await findByKey(ctx.db, ctx, question.text, kinds)
    return keyFirst(
      byKey,
      await candidates(ctx, { ...question, project, kinds, minSimilarity, limit: maxRanked }),
    )
  }
  const all = await search(searchKinds)
  const found = input.kind ? await search(input.kind) : all
  const { shown, nextCursor } = await pageOfFound(found, input, (some, limit) =>
    firstVisible(ctx, some, limit),
  )
  return { items: await foundFromHits(ctx.db, shown), facets: facetsOf(all), nextCursor }
})

function facetsOf(found: Fused[]): Partial<Record<SearchKind, number>> {
  const facets: Partial<Record<SearchKind, number>> = {}
  for (const { kind } of found) facets[kind] = (facets[kind] ?? 0) + 1
  return facets
}
