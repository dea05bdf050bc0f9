import { z } from 'zod'
import { Workspace, workspaceFields, showWorkspaces } from './workspace.ts'
import { sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { visibleProjects } from '../../projects/access.ts'
import { rejectField } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { deviceRef, lockVisibleDevice } from '../devices/device.ts'
import { hasWorkspaces } from './access.ts'
import { pageOfWorkspaces } from './workspaces.ts'
import { reconcile } from './reconcile.ts'

/** A workspace as the device reports it. */
export const LocalWorkspace = z.strictObject({
  localId: workspaceFields.localId,
  name: workspaceFields.name,
  path: workspaceFields.path,
  projects: z
    .array(z.string().trim().min(1).max(100))
    .max(100)
    .default([])
    .describe(
      'Projects of the workspace, by slug, key or id. Sync only adds projects and never removes any.',
    ),
  workspace: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe(
      'Id of the workspace that this folder belongs to. Without it, an unknown local id creates a workspace.',
    ),
  baseVersion: z
    .int32()
    .min(1)
    .optional()
    .describe(
      'Version that the device last saw. A new name is accepted only if this is still the current version.',
    ),
})
export type LocalWorkspace = z.output<typeof LocalWorkspace>

/** The result of a sync for each workspace. */
export const syncStatuses = {
  created: 'A workspace was created.',
  linked: 'The folder was linked to the given workspace.',
  updated: 'The server accepted the changes of the device.',
  unchanged: 'Device and server are equal.',
  server_newer: 'The server kept its name. Use it on the device.',
  deleted: 'The workspace was deleted or is not shared with the caller. Nothing changed.',
} as const
export type SyncStatus = keyof typeof syncStatuses

const SyncedWorkspace = z.object({
  localId: z.string(),
  status: z.enum(Object.keys(syncStatuses) as [SyncStatus, ...SyncStatus[]]).describe(
    Object.entries(syncStatuses)
      .map(([status, meaning]) => `${status}: ${meaning}`)
      .join(' '),
  ),
  workspace: Workspace.nullable().describe('Current workspace. Null if it was deleted.'),
  problems: z.array(z.string()).describe('Sentences about changes that were not applied.'),
})

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

const maxWorkspaces = 500

export const syncWorkspaces = operation({
  id: 'workspaces.sync',
  summary: 'Sync the workspaces of a device: send the complete list and receive the state on the server.',
  http: 'POST /api/workspaces/sync',
  access: hasWorkspaces,
  input: z.object({
    device: deviceRef,
    workspaces: z
      .array(LocalWorkspace)
      .max(maxWorkspaces)
      .describe(
        'All workspaces on the device. The folder of a workspace that is not in the list is removed.',
      ),
  }),
  output: z.object({
    items: z.array(SyncedWorkspace).describe('Result for each workspace of the device, in the same order.'),
    removed: z
      .array(z.object({ localId: z.string(), workspaceId: z.uuid() }))
      .describe('Folders that were removed. The workspaces stay.'),
    remote: z
      .array(Workspace)
      .describe(`Visible workspaces that are not on the device, newest first, at most ${maxWorkspaces}.`),
    moreRemote: z.boolean().describe('Whether there are more such workspaces.'),
  }),
}).run(async (ctx, input) => {
  rejectDuplicates(input.workspaces)
  // Locks the device until commit, so that a second sync sees the workspaces that the first one created.
  const device = await lockVisibleDevice(ctx.db, ctx, input.device)
  const { entries, removed } = await reconcile(ctx, device, input.workspaces)
  const ids = entries.flatMap(({ workspaceId }) => workspaceId ?? [])
  const shown = await showWorkspaces(ctx, ids)
  const remote = await pageOfWorkspaces(ctx, { limit: maxWorkspaces }, { notOn: device.id })
  return {
    items: entries.map(({ workspaceId, ...entry }) => ({
      ...entry,
      workspace: workspaceId ? shown.get(workspaceId)! : null,
    })),
    removed,
    remote: remote.items,
    moreRemote: remote.nextCursor !== null,
  }
})

/** Rejects a list with a duplicate local id. */
function rejectDuplicates(workspaces: LocalWorkspace[]): void {
  const localIds = workspaces.map(({ localId }) => localId)
  const duplicate = localIds.findIndex((id, index) => localIds.indexOf(id) !== index)
  if (duplicate >= 0)
    rejectField(`workspaces.${duplicate}.localId`, `The list contains "${localIds[duplicate]}" twice.`)
}
