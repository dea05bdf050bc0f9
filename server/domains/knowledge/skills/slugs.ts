import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../operations/errors.ts'
import { numbered, toSlug } from '../../../platform/names.ts'
import { ownSkillsVisibleTo } from './access.ts'

/**
 * Returns the requested slug, or a free one derived from the name. Rejects a slug of a skill that the caller can see,
 * deleted or not. Replaces the slug of a hidden skill, because a rejection would reveal that skill.
 */
export async function resolveSlug(
  ctx: Context & InOrganization,
  { slug, name }: { slug?: string | undefined; name: string },
): Promise<string> {
  const base = slug ?? (toSlug(name) || 'skill')
  const rows = await ctx.db.run<{ slug: string; seen: boolean }>(
    sql`select s.slug, s.scope = 'public' or ${ownSkillsVisibleTo(ctx)} as seen from skills s
      where s.organization_id = ${ctx.organization.id} and (s.slug = ${base} or s.slug like ${base} || '-%')`,
  )
  const free = firstFree(
    base,
    rows.map((row) => row.slug),
  )
  if (slug !== undefined && rows.some((row) => row.slug === slug && row.seen))
    reject('slug_taken', { slug, suggestion: free }, { suggestion: free })
  return free
}

/** Returns the public slug: the skill's own, numbered if another skill of the instance has it. */
export async function resolvePublicSlug(db: Queries, id: string, slug: string): Promise<string> {
  const taken = await db.run<{ slug: string }>(
    sql`select public_slug as slug from skills where id <> ${id} and (public_slug = ${slug} or public_slug like ${slug} || '-%')`,
  )
  return firstFree(
    slug,
    taken.map((row) => row.slug),
  )
}

function firstFree(base: string, taken: string[]): string {
  const all = new Set(taken)
  for (const candidate of numbered(base)) if (!all.has(candidate)) return candidate
  throw new Error('No slug was free.')
}
