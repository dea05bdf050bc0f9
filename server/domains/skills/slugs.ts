import type { Queries } from '../../database/connect.ts'
import { refuse } from '../../operations/errors.ts'
import { toSlug } from '../../platform/names.ts'

/** The slug that was asked for, if it is free, or a free one made from the name. What is in the trash keeps its own. */
export async function slugFor(
  db: Queries,
  organizationId: string,
  { slug, name }: { slug?: string | undefined; name: string },
): Promise<string> {
  const wanted = slug ?? (toSlug(name) || 'skill')
  const taken = await db.run<{ slug: string }>(
    `select slug from skills where organization_id = $1 and (slug = $2 or slug like $2 || '-%')`,
    [organizationId, wanted],
  )
  const free = firstFree(
    wanted,
    taken.map((row) => row.slug),
  )
  if (slug !== undefined && free !== slug)
    refuse('slug_taken', { slug, suggestion: free }, { suggestion: free })
  return free
}

/** Where everybody can open it: its own slug, if no other skill of the instance has it there. */
export async function publicSlugFor(db: Queries, id: string, slug: string): Promise<string> {
  const taken = await db.run<{ slug: string }>(
    `select public_slug as slug from skills where id <> $1 and (public_slug = $2 or public_slug like $2 || '-%')`,
    [id, slug],
  )
  return firstFree(
    slug,
    taken.map((row) => row.slug),
  )
}

function firstFree(wanted: string, taken: string[]): string {
  const all = new Set(taken)
  if (!all.has(wanted)) return wanted
  for (let number = 2; ; number++) if (!all.has(`${wanted}-${number}`)) return `${wanted}-${number}`
}
