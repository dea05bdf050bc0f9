import { z } from 'zod'
import { sql } from '../../database/sql.ts'
import { anyone } from '../../operations/access.ts'
import { rejectField } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { candidatesWithin } from './hybrid.ts'
import { type SearchKind, searchKinds } from './kinds.ts'
import { pageOfFound, searchScopeInput } from './search-scope.ts'
import { findPublicPeople, publicKinds, firstPublic } from './public-items.ts'
import { questionField, readQuestion } from './query.ts'
import { withConditions } from './scope.ts'
import { minSimilarity, rounded, similarityField } from './relevance.ts'
import { Snippet, snippetsOf } from './snippets.ts'

const maxRanked = 200

export const findPublicSearch = operation({
  id: 'search.findPublic',
  summary: 'Search public content: published notes, public skills, agents and projects, the handbook.',
  http: 'GET /api/search/public',
  access: anyone,
  input: z.object({
    q: questionField,
    kind: z
      .array(z.enum(publicKinds))
      .max(publicKinds.length)
      .optional()
      .describe('Kinds to search. Default: all.'),
    ...searchScopeInput,
  }),
  output: z.object({
    items: z.array(
      z.object({
        kind: z.enum(publicKinds),
        id: z.uuid(),
        title: z.string(),
        snippet: Snippet,
        url: z.string().describe('Public page of the item.'),
        similarity: similarityField,
        updatedAt: z.iso.datetime(),
      }),
    ),
    nextCursor: z.string().nullable().describe('Cursor of the next page. Null at the end.'),
  }),
}).run(async ({ app, db }, input) => {
  const question = readQuestion(input.q)
  if (question.text === '') rejectField('q', 'Pass at least one word to search for, not only exclusions.')
  const requestedKinds = input.kind ?? publicKinds
  const kinds = searchKinds.filter((kind): kind is SearchKind =>
    (requestedKinds as readonly string[]).includes(kind),
  )
  const scope = withConditions(sql`e.published`, { ...question, kinds })
  const found = await candidatesWithin({ app, db }, scope, {
    ...question,
    minSimilarity,
    limit: maxRanked,
    // Public content is a small share of an instance, with its own index.
    many: false,
  })
  const people =
    requestedKinds.includes('person') && !input.cursor ? await findPublicPeople(db, question.text) : []
  const { shown, nextCursor } = await pageOfFound(found, input, (some, limit) => firstPublic(db, some, limit))
  const snippets = await snippetsOf(db, shown)
  const items = shown.map(({ kind, id, title, url, similarity, updatedAt }, index) => ({
    kind,
    id,
    title,
    url,
    updatedAt,
    snippet: snippets[index]!,
    similarity: rounded(similarity),
  }))
  return { items: [...people, ...items], nextCursor }
})
