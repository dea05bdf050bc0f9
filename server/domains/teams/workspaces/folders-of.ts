import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { Context } from '../../../operations/context.ts'
import type { DeviceRow } from '../devices/tables.ts'
import type { FolderRow, WorkspaceRow } from './tables.ts'

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
