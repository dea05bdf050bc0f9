import { sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { visibleProjects } from '../../projects/access.ts'

type RequestContext = Context & InOrganization

/** Splits the projects that a device sent for a workspace into those to add and those that don't exist. */
export type ProjectResolver = (
  workspaceId: string,
  refs: string[],
) => { missing: string[]; unknown: string[] }

/** Resolves the projects of all workspaces in two queries. */
export async function resolveProjects(
  ctx: RequestContext,
  refs: string[],
  workspaceIds: string[],
): Promise<ProjectResolver> {
  if (refs.length === 0) return () => ({ missing: [], unknown: [] })
  const ids = await findProjects(ctx, [...new Set(refs)])
  const existing = await ctx.db.run<{ workspace_id: string; project_id: string }>(
    sql`select workspace_id, project_id from workspace_projects where workspace_id = any(${workspaceIds}::uuid[])`,
  )
  const known = new Set(existing.map(({ workspace_id, project_id }) => `${workspace_id} ${project_id}`))
  return (workspaceId, sent) => ({
    missing: sent.flatMap((ref) => ids.get(ref) ?? []).filter((id) => !known.has(`${workspaceId} ${id}`)),
    unknown: sent.filter((ref) => !ids.has(ref)),
  })
}

/** Finds many projects like `findProject` finds one. Returns the ids of visible projects by reference. */
async function findProjects(ctx: RequestContext, refs: string[]): Promise<Map<string, string>> {
  const ids = refs.filter((ref) => anyUuid.test(ref))
  const upper = refs.map((ref) => ref.toUpperCase())
  const rows = await ctx.db.run<{ id: string; slug: string; key: string }>(
    sql`select p.id, p.slug, p.key from projects p
      where ${visibleProjects(ctx).where} and p.deleted_at is null
        and (p.id = any(${ids}::uuid[]) or p.slug = any(${refs}) or p.key = any(${upper}))`,
  )
  const byId = new Map(rows.map(({ id }) => [id, id]))
  const bySlug = new Map(rows.map(({ id, slug }) => [slug, id]))
  const byKey = new Map(rows.map(({ id, key }) => [key, id]))
  const idOf = (ref: string) =>
    anyUuid.test(ref) ? byId.get(ref.toLowerCase()) : (bySlug.get(ref) ?? byKey.get(ref.toUpperCase()))
  return new Map(refs.flatMap((ref) => (idOf(ref) ? [[ref, idOf(ref)!]] : [])))
}
