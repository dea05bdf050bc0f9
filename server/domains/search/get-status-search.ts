import { z } from 'zod'
import { hasCaughtUp } from '../../database/follow-journal.ts'
import { operation } from '../../operations/operation.ts'
import { organization } from '../../operations/access.ts'
import { indexChanges } from './index-changes.ts'

export const getStatusSearch = operation({
  id: 'search.getStatus',
  summary: 'Tell how far the index behind the search is, and which models are used.',
  http: 'GET /api/search/status',
  access: organization('member'),
  input: z.object({}),
  output: z
    .object({
      model: z.string().describe('The model by which texts are compared.'),
      entries: z.int().describe('Texts of the organization in the index; a long one is there in parts.'),
      embedded: z
        .int()
        .describe('Those that can be found by their meaning already. The others by their words.'),
      following: z.boolean().describe('Whether the index knows all that has happened.'),
      languageModel: z.string().nullable().describe('The model that answers questions, if there is one.'),
    })
    .meta({ id: 'SearchStatus' }),
}).run(async ({ app, db, organization: { id } }) => {
  const { model } = app.embedder
  const [counted] = await db.run<{ entries: number; embedded: number }>(
    `select count(*)::integer as entries, (count(*) filter (where model = $2))::integer as embedded
       from search_entries where organization_id = $1`,
    [id, model],
  )
  const following = await hasCaughtUp(app, indexChanges.name)
  return { model, ...counted!, following, languageModel: app.languageModel?.name ?? null }
})
