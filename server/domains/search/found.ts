import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { dashboardPaths, searchKinds } from './kinds.ts'
import type { Hit } from './hybrid.ts'
import { rounded, similarityField } from './relevance.ts'
import { Snippet, plain, snippetsOf } from './snippets.ts'

/** A search hit as the API returns it. */
export const Found = z
  .object({
    kind: z.enum(searchKinds),
    id: z.uuid(),
    key: z.string().nullable().describe('Number or slug: WEB-42, D-7.'),
    title: z.string(),
    snippet: Snippet,
    project: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }).nullable(),
    url: z.string().describe('Path in the dashboard.'),
    similarity: similarityField,
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Found' })

export async function foundFromHits(db: Queries, hits: Hit[]): Promise<z.output<typeof Found>[]> {
  const [snippets, projects] = await Promise.all([snippetsOf(db, hits), projectsOf(db, hits)])
  return hits.map((hit, index) => ({
    kind: hit.kind,
    id: hit.id,
    key: hit.key,
    title: titleOf(hit),
    snippet: snippets[index]!,
    project: projects.get(hit.projectId ?? '') ?? null,
    url: dashboardPaths[hit.kind](hit),
    similarity: rounded(hit.similarity),
    updatedAt: hit.updatedAt,
  }))
}

/** Returns the title. Memory has none, so its first words are used. */
export function titleOf({ title, body }: Pick<Hit, 'title' | 'body'>): string {
  if (title !== '') return title
  const text = plain(body)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

async function projectsOf(db: Queries, hits: Hit[]) {
  const ids = new Set(hits.flatMap(({ projectId }) => projectId ?? []))
  if (ids.size === 0) return new Map<string, never>()
  const rows = await db.run<{ id: string; slug: string; name: string }>(
    sql`select id, slug, name from projects where id = any(${[...ids]})`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
