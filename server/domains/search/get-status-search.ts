import { z } from 'zod'
import { hasCaughtUp } from '../../operations/follow-journal.ts'
import { sql } from '../../database/sql.ts'
import { operation } from '../../operations/operation.ts'
import { organization } from '../../operations/access.ts'
import { indexChanges } from './index-changes.ts'

export const getStatusSearch = operation({
  id: 'search.getStatus',
  summary: 'Show the progress of the search index and the models in use.',
  http: 'GET /api/search/status',
  access: organization('member'),
  input: z.object({}),
  output: z
    .object({
      model: z.string().describe('Embedding model.'),
      entries: z.int().describe('Entries of the organization in the index. Long texts have several.'),
      embedded: z.int().describe('Entries that can be found by meaning. The others only by words.'),
      following: z.boolean().describe('Whether the index has processed all events.'),
      languageModel: z.string().nullable().describe('Model that answers questions, if any.'),
    })
    .meta({ id: 'SearchStatus' }),
}).run(async ({ app, db, organization: { id } }) => {
  const { model } = app.embedder
  const [counted] = await db.run<{ entries: number; embedded: number }>(
    sql`select count(*)::integer as entries, (count(*) filter (where model = ${model}))::integer as embedded
       from search_entries where organization_id = ${id}`,
  )
  const following = await hasCaughtUp(app, indexChanges.name)
  return { model, ...counted!, following, languageModel: app.languageModel?.name ?? null }
})
