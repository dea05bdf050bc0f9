import { sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'
import { numbered, toSlug } from '../../platform/names.ts'
import { visibleProjects } from './access.ts'
import { keysFor } from './project-keys.ts'

type NamingContext = Context & InOrganization

/*
 * A slug or key is unique in its organization. Rejects a name that a visible project has. Replaces a name that a hidden
 * project has by a free one, because a rejection would reveal the project.
 */
export function chooseSlug(ctx: NamingContext, { slug, name }: { slug?: string | undefined; name: string }) {
  return choose(ctx, 'slug', slug, numbered(slug ?? (toSlug(name) || 'project')))
}

export function chooseKey(ctx: NamingContext, { key, name }: { key?: string | undefined; name: string }) {
  return choose(ctx, 'key', key, requestedFirst(key, keysFor(name)))
}

function* requestedFirst(requested: string | undefined, others: Generator<string>): Generator<string> {
  if (requested !== undefined) yield requested
  yield* others
}

// Names in the trash count as taken, so that a restored project keeps its own.
async function choose(
  ctx: NamingContext,
  column: 'slug' | 'key',
  requested: string | undefined,
  candidates: Generator<string>,
): Promise<string> {
  const { where } = visibleProjects(ctx)
  const rows = await ctx.db.run<{ name: string; seen: boolean }>(
    sql`select p.${sql.raw(column)} as name, (${where}) as seen from projects p
      where p.organization_id = ${ctx.organization.id}`,
  )
  const taken = new Map(rows.map(({ name, seen }) => [name, seen]))
  if (requested !== undefined && taken.get(requested))
    reject('already_taken', { field: column, value: requested })
  for (const candidate of candidates) if (!taken.has(candidate)) return candidate
  return reject('already_taken', { field: column, value: requested ?? '' })
}
