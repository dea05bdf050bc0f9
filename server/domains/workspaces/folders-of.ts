import type { Queries } from '../../database/connect.ts'
import type { Context } from '../../operations/context.ts'
import type { DeviceRow } from '../devices/tables.ts'
import type { FolderRow, WorkspaceRow } from './tables.ts'

/*
 * Where workspaces are on a device that the caller holds (`holdDevice`), so that nobody else writes of it meanwhile. The
 * journal tells the device's owner that something changed, and never a path.
 */

/** Everything noted of a device in the current organization. */
export function foldersOf(db: Queries, device: DeviceRow, organizationId: string): Promise<FolderRow[]> {
  return db.run<FolderRow>('select * from workspace_folders where device_id = $1 and organization_id = $2', [
    ...[device.id, organizationId],
  ])
}

/** Notes where a workspace is. What the device calls it must be free. */
export async function noteFolder(
  ctx: Context,
  device: DeviceRow,
  workspace: WorkspaceRow,
  { path, localId }: { path: string; localId: string | null },
): Promise<void> {
  const [noted] = await ctx.db.run<FolderRow>(
    `insert into workspace_folders (workspace_id, device_id, organization_id, path, local_id)
     values ($1, $2, $3, $4, $5)
     on conflict (workspace_id, device_id) do update
       set path = excluded.path, local_id = excluded.local_id, updated_at = now()
       where (workspace_folders.path, workspace_folders.local_id) is distinct from (excluded.path, excluded.local_id)
     returning *`,
    [workspace.id, device.id, workspace.organization_id, path, localId],
  )
  if (noted) recordFolder(ctx, device, 'workspace_folder.noted', noted)
}

export async function removeFolders(
  ctx: Context,
  device: DeviceRow,
  workspaceIds: string[],
): Promise<number> {
  const gone = await ctx.db.run<FolderRow>(
    'delete from workspace_folders where device_id = $1 and workspace_id = any($2::uuid[]) returning *',
    [device.id, workspaceIds],
  )
  for (const folder of gone) recordFolder(ctx, device, 'workspace_folder.removed', folder)
  return gone.length
}

/** Without the name of the workspace, which may have got another since the device's owner last saw it. */
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
