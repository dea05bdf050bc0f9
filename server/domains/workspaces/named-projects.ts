import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { anyUuid } from '../../platform/ids.ts'
import { projectsSeenBy } from '../projects/access.ts'

type Asking = Context & InOrganization

/** Of the projects that a device names for a workspace, those that are not in it yet, and those that nobody finds. */
export type NamedProjects = (workspaceId: string, refs: string[]) => { missing: string[]; unknown: string[] }

/** For a whole list of workspaces, in two queries. */
export async function nameProjects(
  ctx: Asking,
  refs: string[],
  workspaceIds: string[],
): Promise<NamedProjects> {
  if (refs.length === 0) return () => ({ missing: [], unknown: [] })
  const ids = await findProjects(ctx, [...new Set(refs)])
  const inside = await ctx.db.run<{ workspace_id: string; project_id: string }>(
    'select workspace_id, project_id from workspace_projects where workspace_id = any($1::uuid[])',
    [workspaceIds],
  )
  const known = new Set(inside.map(({ workspace_id, project_id }) => `${workspace_id} ${project_id}`))
  return (workspaceId, named) => ({
    missing: named.flatMap((ref) => ids.get(ref) ?? []).filter((id) => !known.has(`${workspaceId} ${id}`)),
    unknown: named.filter((ref) => !ids.has(ref)),
  })
}

/** Finds many projects at once as `findProject` does one: the ids of those that the caller sees, by what names them. */
async function findProjects(ctx: Asking, refs: string[]): Promise<Map<string, string>> {
  const visible = projectsSeenBy(ctx)
  const upper = refs.map((ref) => ref.toUpperCase())
  const rows = await ctx.db.run<{ id: string; slug: string; key: string }>(
    `select p.id, p.slug, p.key from projects p
      where ${visible.where} and p.deleted_at is null
        and (p.id = any($5::uuid[]) or p.slug = any($6) or p.key = any($7))`,
    [...visible.values, refs.filter((ref) => anyUuid.test(ref)), refs, upper],
  )
  const byId = new Map(rows.map(({ id }) => [id, id]))
  const bySlug = new Map(rows.map(({ id, slug }) => [slug, id]))
  const byKey = new Map(rows.map(({ id, key }) => [key, id]))
  const idOf = (ref: string) =>
    anyUuid.test(ref) ? byId.get(ref.toLowerCase()) : (bySlug.get(ref) ?? byKey.get(ref.toUpperCase()))
  return new Map(refs.flatMap((ref) => (idOf(ref) ? [[ref, idOf(ref)!]] : [])))
}
