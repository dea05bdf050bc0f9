import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import type { InOrganization } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { searchAccess } from './access.ts'
import { dashboardPaths } from './dashboard-paths.ts'
import { findByKey, keyFirst } from './by-key.ts'
import { titleOf } from './found.ts'
import type { Fused } from './fuse.ts'
import { firstVisible } from './hybrid.ts'
import { type SearchKind, searchKinds } from './kinds.ts'
import { entriesSeenBy } from './visible-entries.ts'

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
  const seen = entriesSeenBy(granted)
  const values = [...seen.values]
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`
  const kinds = parameter(titledKinds, 'text[]')
  const maxRows = parameter(limit, 'integer')
  const pattern = input.replace(/[\\%_]/g, '\\$&')
  const text = parameter(input, 'text')
  const selectRanked = (rank: number, where: string, order: string) =>
    `(select ${rank} as rank, e.subject_kind as kind, e.subject_id as id from search_entries e
       where ${seen.where} and e.part = 0 and e.subject_kind = any(${kinds}) and ${where}
       order by ${order}, e.updated_at desc limit ${maxRows})`
  const rows = await db.run<{ rank: number; kind: SearchKind; id: string }>(
    [
      selectRanked(1, `e.title ilike ${parameter(`${pattern}%`, 'text')}`, 'length(e.title)'),
      selectRanked(2, `e.title ilike ${parameter(`% ${pattern}%`, 'text')}`, 'length(e.title)'),
      selectRanked(3, `${text} <% e.title`, `word_similarity(${text}, e.title) desc`),
    ].join(' union all '),
    values,
  )
  const best = new Map<string, (typeof rows)[number]>()
  for (const row of rows.toSorted((one, other) => one.rank - other.rank))
    if (!best.has(row.id)) best.set(row.id, row)
  return [...best.values()].map(({ kind, id, rank }) => ({
    ...{ kind, id, part: 0, score: 1 / rank },
    why: { words: { rank, matched: [input] } },
  }))
}
