import type { Queries } from '../../database/connect.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { numbered, toSlug } from '../../platform/names.ts'
import { ownSkillsSeen, seerOfSkills } from './access.ts'

/**
 * Returns the slug that was asked for, or a free one made from the name. A slug that a skill has which the caller sees, in
 * the trash or not, is rejected. One that a hidden skill has is replaced, because a rejection would reveal the skill.
 */
export async function slugFor(
  ctx: Context & InOrganization,
  { slug, name }: { slug?: string | undefined; name: string },
): Promise<string> {
  const wanted = slug ?? (toSlug(name) || 'skill')
  const rows = await ctx.db.run<{ slug: string; seen: boolean }>(
    `select s.slug, s.scope = 'public' or ${ownSkillsSeen} as seen from skills s
      where s.organization_id = $1 and (s.slug = $5 or s.slug like $5 || '-%')`,
    [...seerOfSkills(ctx), wanted],
  )
  const free = firstFree(
    wanted,
    rows.map((row) => row.slug),
  )
  if (slug !== undefined && rows.some((row) => row.slug === slug && row.seen))
    reject('slug_taken', { slug, suggestion: free }, { suggestion: free })
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
  for (const candidate of numbered(wanted)) if (!all.has(candidate)) return candidate
  throw new Error('No slug was free.')
}
