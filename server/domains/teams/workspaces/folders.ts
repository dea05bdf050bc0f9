import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { Context } from '../../../operations/context.ts'
import { type DeviceRow, deviceRef, lockDevice } from '../devices/device.ts'
import {
  type FolderRow,
  type WorkspaceRow,
  Workspace,
  workspaceFields,
  workspaceRef,
  showWorkspace,
} from './workspace.ts'
import { z } from 'zod'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { onWorkspace } from './access.ts'

/*
 * Folders of workspaces on a device. The calling function must lock the device (`lockDevice`) to prevent concurrent
 * writes. The journal notifies the device's owner of a change and never contains a path.
 */

/** Returns all folders on a device in the current organization. */
export function foldersOf(db: Queries, device: DeviceRow, organizationId: string): Promise<FolderRow[]> {
  return db.run<FolderRow>(
    sql`select * from workspace_folders where device_id = ${device.id} and organization_id = ${organizationId}`,
  )
}

/** Saves the folder of a workspace. The caller must check that the local id is free. */
export async function saveFolder(
  ctx: Context,
  device: DeviceRow,
  workspace: WorkspaceRow,
  { path, localId }: { path: string; localId: string | null },
): Promise<void> {
  const [saved] = await ctx.db.run<FolderRow>(
    sql`insert into workspace_folders (workspace_id, device_id, organization_id, path, local_id)
     values (${workspace.id}, ${device.id}, ${workspace.organization_id}, ${path}, ${localId})
     on conflict (workspace_id, device_id) do update
       set path = excluded.path, local_id = excluded.local_id, updated_at = now()
       where (workspace_folders.path, workspace_folders.local_id) is distinct from (excluded.path, excluded.local_id)
     returning *`,
  )
  if (saved) recordFolder(ctx, device, 'workspace_folder.noted', saved)
}

export async function removeFolders(
  ctx: Context,
  device: DeviceRow,
  workspaceIds: string[],
): Promise<number> {
  const removed = await ctx.db.run<FolderRow>(
    sql`delete from workspace_folders where device_id = ${device.id} and workspace_id = any(${workspaceIds}::uuid[]) returning *`,
  )
  for (const folder of removed) recordFolder(ctx, device, 'workspace_folder.removed', folder)
  return removed.length
}

/** Records the event without the workspace name, which may have changed since the device's owner lost access. */
function recordFolder(
  ctx: Context,
  device: DeviceRow,
  type: 'workspace_folder.noted' | 'workspace_folder.removed',
  folder: Pick<FolderRow, 'workspace_id' | 'organization_id'>,
): void {
  ctx.record({
    type,
    subject: { kind: 'workspace', id: folder.workspace_id },
    organizationId: folder.organization_id,
    privateTo: device.user_id,
    data: { device: { id: device.id, name: device.name } },
  })
}

export const setFolder = operation({
  id: 'workspaces.setFolder',
  summary: "Set the folder of a workspace on one of the caller's devices. Only the caller sees the path.",
  http: 'PUT /api/workspaces/:workspace/folders',
  access: onWorkspace('view'),
  input: z.object({
    workspace: workspaceRef,
    device: deviceRef,
    path: workspaceFields.path,
    localId: workspaceFields.localId
      .nullable()
      .optional()
      .describe('Id of the workspace on the device. Omit to keep it, null to clear it.'),
  }),
  output: Workspace,
}).run(async (ctx, { path, localId, ...input }) => {
  const { workspace } = ctx
  const device = await lockDevice(ctx.db, ctx, input.device)
  const folders = await foldersOf(ctx.db, device, ctx.organization.id)
  const current = folders.find(({ workspace_id }) => workspace_id === workspace.id)
  const newLocalId = localId === undefined ? (current?.local_id ?? null) : localId
  if (newLocalId !== null && folders.some((other) => other !== current && other.local_id === newLocalId))
    reject('already_taken', { field: 'localId', value: newLocalId })
  await saveFolder(ctx, device, workspace, { path, localId: newLocalId })
  return showWorkspace(ctx, workspace.id)
})

export const removeFolder = operation({
  id: 'workspaces.removeFolder',
  summary: "Remove the folder of a workspace on one of the caller's devices. The files on the device stay.",
  http: 'DELETE /api/workspaces/:workspace/folders/:device',
  access: onWorkspace('view'),
  destructive: true,
  input: z.object({ workspace: workspaceRef, device: deviceRef }),
  output: Workspace,
}).run(async (ctx, input) => {
  const device = await lockDevice(ctx.db, ctx, input.device)
  const removed = await removeFolders(ctx, device, [ctx.workspace.id])
  if (removed === 0) reject('not_found', { kind: 'folder on the device', ref: input.device })
  return showWorkspace(ctx, ctx.workspace.id)
})
