import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { addresses } from './addresses.ts'
import type { Hit } from './hybrid.ts'
import { searchKinds } from './kinds.ts'
import { Snippet, plain, snippetsOf } from './snippets.ts'

/** Something that was found, as a list of results shows it. */
export const Found = z
  .object({
    kind: z.enum(searchKinds),
    id: z.uuid(),
    key: z.string().nullable().describe('Its number or its name in addresses: WEB-42, D-7, a slug.'),
    title: z.string(),
    snippet: Snippet,
    project: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }).nullable(),
    url: z.string().describe('Where the dashboard shows it.'),
    score: z.number().describe('From 0 to 1: 1 is the first place by words and by meaning.'),
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
    url: addresses[hit.kind](hit),
    score: Math.round(hit.score * 1000) / 1000,
    updatedAt: hit.updatedAt,
  }))
}

/** Memory has no title: its beginning stands in for one. */
export function titleOf({ title, body }: Pick<Hit, 'title' | 'body'>): string {
  if (title !== '') return title
  const text = plain(body)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

async function projectsOf(db: Queries, hits: Hit[]) {
  const ids = new Set(hits.flatMap(({ projectId }) => projectId ?? []))
  if (ids.size === 0) return new Map<string, never>()
  const rows = await db.run<{ id: string; slug: string; name: string }>(
    'select id, slug, name from projects where id = any($1)',
    [[...ids]],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
