import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import type { InOrganization } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { findsWhatIsSeen } from './access.ts'
import { addresses } from './addresses.ts'
import { findByKey, keyFirst } from './by-key.ts'
import { titleOf } from './found.ts'
import type { Fused } from './fuse.ts'
import { firstThere } from './hybrid.ts'
import { type SearchKind, searchKinds } from './kinds.ts'
import { entriesSeenBy } from './visible-entries.ts'

/** What has a name that somebody may begin to type. */
const named = searchKinds.filter((kind) => kind !== 'memory' && kind !== 'comment')

export const suggestSearch = operation({
  id: 'search.suggest',
  summary: 'Suggest things by what is typed so far: what begins so first, then what sounds like it.',
  http: 'GET /api/search/suggestions',
  access: findsWhatIsSeen,
  input: z.object({
    q: z.string().trim().min(1).max(100).describe('What was typed so far. It may be misspelled.'),
    limit: z.int().min(1).max(20).default(8).describe('How many suggestions at most.'),
  }),
  output: z.object({
    items: z.array(
      z.object({
        kind: z.enum(searchKinds),
        id: z.uuid(),
        key: z.string().nullable(),
        title: z.string(),
        url: z.string().describe('Where the dashboard shows it.'),
      }),
    ),
  }),
}).run(async (ctx, { q, limit }) => {
  const [byKey, byTitle] = await Promise.all([
    findByKey(ctx.db, ctx, q, named),
    findByTitle(ctx.db, ctx, q, limit * 2),
  ])
  const hits = await firstThere(ctx, keyFirst(byKey, byTitle), limit)
  return {
    items: hits.map((hit) => {
      const { kind, id, key } = hit
      return { kind, id, key, title: titleOf(hit), url: addresses[kind](hit) }
    }),
  }
})

/** Titles that begin so, then those in which a word does, then those that are similar: each by the index of titles. */
async function findByTitle(
  db: Queries,
  asking: InOrganization,
  typed: string,
  limit: number,
): Promise<Fused[]> {
  const seen = entriesSeenBy(asking)
  const values = [...seen.values]
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`
  const kinds = parameter(named, 'text[]')
  const most = parameter(limit, 'integer')
  const pattern = typed.replace(/[\\%_]/g, '\\$&')
  const text = parameter(typed, 'text')
  const some = (rank: number, where: string, order: string) =>
    `(select ${rank} as rank, e.subject_kind as kind, e.subject_id as id from search_entries e
       where ${seen.where} and e.part = 0 and e.subject_kind = any(${kinds}) and ${where}
       order by ${order}, e.updated_at desc limit ${most})`
  const rows = await db.run<{ rank: number; kind: SearchKind; id: string }>(
    [
      some(1, `e.title ilike ${parameter(`${pattern}%`, 'text')}`, 'length(e.title)'),
      some(2, `e.title ilike ${parameter(`% ${pattern}%`, 'text')}`, 'length(e.title)'),
      some(3, `${text} <% e.title`, `word_similarity(${text}, e.title) desc`),
    ].join(' union all '),
    values,
  )
  const best = new Map<string, (typeof rows)[number]>()
  for (const row of rows.toSorted((one, other) => one.rank - other.rank))
    if (!best.has(row.id)) best.set(row.id, row)
  return [...best.values()].map(({ kind, id, rank }) => ({
    ...{ kind, id, part: 0, score: 1 / rank },
    why: { words: { rank, matched: [typed] } },
  }))
}
