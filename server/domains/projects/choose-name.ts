import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { numbered, toSlug } from '../../platform/names.ts'
import { projectsSeenBy } from './access.ts'
import { keysFor } from './project-keys.ts'

type Asking = Context & InOrganization

/*
 * A slug or key is unique in its organization. One that a project has which the caller sees is rejected. One that a hidden
 * project has is replaced by a free one, because a rejection would reveal the project.
 */
export function chooseSlug(ctx: Asking, { slug, name }: { slug?: string | undefined; name: string }) {
  return choose(ctx, 'slug', slug, numbered(slug ?? (toSlug(name) || 'project')))
}

export function chooseKey(ctx: Asking, { key, name }: { key?: string | undefined; name: string }) {
  return choose(ctx, 'key', key, wantedFirst(key, keysFor(name)))
}

function* wantedFirst(wanted: string | undefined, others: Generator<string>): Generator<string> {
  if (wanted !== undefined) yield wanted
  yield* others
}

// Names in the trash count as taken, so that a restored project keeps its own.
async function choose(
  ctx: Asking,
  column: 'slug' | 'key',
  wanted: string | undefined,
  candidates: Generator<string>,
): Promise<string> {
  const { where, values } = projectsSeenBy(ctx)
  const rows = await ctx.db.run<{ name: string; seen: boolean }>(
    `select p.${column} as name, (${where}) as seen from projects p where p.organization_id = $1`,
    [...values],
  )
  const taken = new Map(rows.map(({ name, seen }) => [name, seen]))
  if (wanted !== undefined && taken.get(wanted)) reject('already_taken', { field: column, value: wanted })
  for (const candidate of candidates) if (!taken.has(candidate)) return candidate
  return reject('already_taken', { field: column, value: wanted ?? '' })
}
