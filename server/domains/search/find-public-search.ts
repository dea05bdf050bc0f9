import { z } from 'zod'
import { anyone } from '../../operations/access.ts'
import { rejectField } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { candidatesWithin } from './hybrid.ts'
import { type SearchKind, searchKinds } from './kinds.ts'
import { pageOfFound, searchScopeInput } from './search-scope.ts'
import { findPublicPeople, publicKinds, shownToEverybody } from './public-things.ts'
import { leastSimilarity, questionField, readQuestion } from './query.ts'
import { withConditions } from './scope.ts'
import { Snippet, snippetsOf } from './snippets.ts'

const most = 200

export const findPublicSearch = operation({
  id: 'search.findPublic',
  summary:
    'Search what is shown to everybody: published notes, public skills, agents and projects, the handbook.',
  http: 'GET /api/search/public',
  access: anyone,
  input: z.object({
    q: questionField,
    kind: z.array(z.enum(publicKinds)).max(publicKinds.length).optional().describe('Only these kinds.'),
    ...searchScopeInput,
  }),
  output: z.object({
    items: z.array(
      z.object({
        kind: z.enum(publicKinds),
        id: z.uuid(),
        title: z.string(),
        snippet: Snippet,
        url: z.string().describe('The page that shows it, without an account.'),
        score: z.number(),
        updatedAt: z.iso.datetime(),
      }),
    ),
    nextCursor: z.string().nullable().describe('Pass it as cursor to get the next page; null at the end.'),
  }),
}).run(async ({ app, db }, input) => {
  const question = readQuestion(input.q)
  if (question.text === '') rejectField('q', 'Say what to look for, and not only what must not be there.')
  const wanted = input.kind ?? publicKinds
  const kinds = searchKinds.filter((kind): kind is SearchKind => (wanted as readonly string[]).includes(kind))
  const scope = withConditions({ where: 'e.published', values: [] }, { ...question, kinds })
  const found = await candidatesWithin({ app, db }, scope, {
    ...{ ...question, kinds, leastSimilarity, limit: most },
    // A small share of an instance, with an index of its own.
    many: false,
  })
  const people = wanted.includes('person') && !input.cursor ? await findPublicPeople(db, question.text) : []
  const { shown, nextCursor } = await pageOfFound(found, input, (some, limit) =>
    shownToEverybody(db, some, limit),
  )
  const snippets = await snippetsOf(db, shown)
  const items = shown.map(({ kind, id, title, url, score, updatedAt }, index) => ({
    ...{ kind, id, title, url, updatedAt, snippet: snippets[index]! },
    score: Math.round(score * 1000) / 1000,
  }))
  return { items: [...people, ...items], nextCursor }
})
