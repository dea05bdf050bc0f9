import { z } from 'zod'
import { rejectField } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { findProject } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { searchAccess, pageOfFound, searchScopeInput, questionField, readQuestion } from './search-input.ts'
import { findByKey, keyFirst } from './by-words.ts'
import { Found, foundFromHits, titleOf } from './found.ts'
import type { Fused } from './fuse.ts'
import { candidates, firstVisible } from './hybrid.ts'
import { minSimilarity } from './relevance.ts'
import { type IndexedKind, type SearchKind, searchKinds, dashboardPaths } from './kinds.ts'
import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { type InOrganization, organization } from '../../operations/access.ts'
import { entriesVisibleTo } from './visible-entries.ts'
import { hasCaughtUp } from '../../operations/follow-journal.ts'
import { indexChanges } from './index-changes.ts'

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

function facetsOf(found: Fused[]): Partial<Record<IndexedKind, number>> {
  const facets: Partial<Record<IndexedKind, number>> = {}
  for (const { kind } of found) facets[kind] = (facets[kind] ?? 0) + 1
  return facets
}

/** Kinds with a title to complete. */
const titledKinds = searchKinds.filter((kind) => kind !== 'memory' && kind !== 'comment')

export const suggestSearch = operation({
  id: 'search.suggest',
  summary: 'Suggest items for partial input: prefix matches first, then similar titles.',
  http: 'GET /api/search/suggestions',
  access: searchAccess,
  input: z.object({
    q: z.string().trim().min(1).max(100).describe('Partial input. Typos are tolerated.'),
    limit: z.int().min(1).max(20).default(8).describe('Maximum number of suggestions.'),
  }),
  output: z.object({
    items: z.array(
      z.object({
        kind: z.enum(searchKinds),
        id: z.uuid(),
        key: z.string().nullable(),
        title: z.string(),
        url: z.string().describe('Path in the dashboard.'),
      }),
    ),
  }),
}).run(async (ctx, { q, limit }) => {
  const [byKey, byTitle] = await Promise.all([
    findByKey(ctx.db, ctx, q, titledKinds),
    findByTitle(ctx.db, ctx, q, limit * 2),
  ])
  const hits = await firstVisible(ctx, keyFirst(byKey, byTitle), limit)
  return {
    items: hits.map((hit) => {
      const { kind, id, key } = hit
      return { kind, id, key, title: titleOf(hit), url: dashboardPaths[kind](hit) }
    }),
  }
})

/** Finds titles by prefix, then by prefix of a word, then by similarity. Each query uses the title index. */
async function findByTitle(
  db: Queries,
  granted: InOrganization,
  input: string,
  limit: number,
): Promise<Fused[]> {
  const visible = entriesVisibleTo(granted)
  const pattern = input.replace(/[\\%_]/g, '\\$&')
  const text = sql`${input}::text`
  const selectRanked = (rank: number, where: Sql, order: Sql) =>
    sql`(select ${sql.raw(rank)} as rank, e.subject_kind as kind, e.subject_id as id from search_entries e
       where ${visible} and e.part = 0 and e.subject_kind = any(${titledKinds}::text[]) and ${where}
       order by ${order}, e.updated_at desc limit ${limit}::integer)`
  const rows = await db.run<{ rank: number; kind: SearchKind; id: string }>(
    sql.join(
      [
        selectRanked(1, sql`e.title ilike ${`${pattern}%`}::text`, sql`length(e.title)`),
        selectRanked(2, sql`e.title ilike ${`% ${pattern}%`}::text`, sql`length(e.title)`),
        selectRanked(3, sql`${text} <% e.title`, sql`word_similarity(${text}, e.title) desc`),
      ],
      ' union all ',
    ),
  )
  const best = new Map<string, (typeof rows)[number]>()
  for (const row of rows.toSorted((one, other) => one.rank - other.rank))
    if (!best.has(row.id)) best.set(row.id, row)
  return [...best.values()].map(({ kind, id, rank }) => ({
    kind,
    id,
    part: 0,
    similarity: 1 / rank,
    why: { words: { coverage: 1, matched: [input] } },
  }))
}

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
