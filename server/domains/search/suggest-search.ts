import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { searchAccess } from './access.ts'
import { dashboardPaths } from './dashboard-paths.ts'
import { findByKey, keyFirst } from './by-key.ts'
import { titleOf } from './found.ts'
import type { Fused } from './fuse.ts'
import { firstVisible } from './hybrid.ts'
import { type SearchKind, searchKinds } from './kinds.ts'
import { entriesVisibleTo } from './visible-entries.ts'

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
