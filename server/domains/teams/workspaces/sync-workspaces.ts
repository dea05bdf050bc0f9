import { z } from 'zod'
import { rejectField } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { deviceRef, lockVisibleDevice } from '../devices/device.ts'
import { hasWorkspaces } from './access.ts'
import { LocalWorkspace, SyncedWorkspace } from './local-workspace.ts'
import { pageOfWorkspaces } from './page-of-workspaces.ts'
import { reconcile } from './reconcile.ts'
import { showWorkspaces } from './show-workspaces.ts'
import { Workspace } from './workspace.ts'

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
