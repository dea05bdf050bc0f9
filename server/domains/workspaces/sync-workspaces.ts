import { z } from 'zod'
import { rejectField } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { deviceRef, lockVisibleDevice } from '../devices/device.ts'
import { hasWorkspaces } from './access.ts'
import { LocalWorkspace, SyncedWorkspace } from './local-workspace.ts'
import { pageOfWorkspaces } from './page-of-workspaces.ts'
import { reconcile } from './reconcile.ts'
import { showWorkspaces } from './show-workspaces.ts'
import { Workspace } from './workspace.ts'

const most = 500

export const syncWorkspaces = operation({
  id: 'workspaces.sync',
  summary: 'Tell which workspaces a device holds, all of them, and learn what the server knows of them.',
  http: 'POST /api/workspaces/sync',
  access: hasWorkspaces,
  input: z.object({
    device: deviceRef,
    workspaces: z
      .array(LocalWorkspace)
      .max(most)
      .describe('All workspaces that the device holds. What is no longer among them is no longer on it.'),
  }),
  output: z.object({
    items: z.array(SyncedWorkspace).describe('One for each workspace of the device, in the same order.'),
    removed: z
      .array(z.object({ localId: z.string(), workspaceId: z.uuid() }))
      .describe('What is no longer on the device. The workspaces stay.'),
    remote: z
      .array(Workspace)
      .describe(`Workspaces that the caller sees and the device does not hold: the newest ${most}.`),
    moreRemote: z.boolean().describe('Whether there are more of those.'),
  }),
}).run(async (ctx, input) => {
  refuseTwins(input.workspaces)
  // Held until the end: of two syncs of one device, the second finds what the first has made.
  const device = await lockVisibleDevice(ctx.db, ctx, input.device)
  const { entries, removed } = await reconcile(ctx, device, input.workspaces)
  const ids = entries.flatMap(({ workspaceId }) => workspaceId ?? [])
  const shown = await showWorkspaces(ctx, ids)
  const remote = await pageOfWorkspaces(ctx, { limit: most }, { notOn: device.id })
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

/** A device that calls two folders the same does not know what it has. */
function refuseTwins(workspaces: LocalWorkspace[]): void {
  const names = workspaces.map(({ localId }) => localId)
  const twin = names.findIndex((name, index) => names.indexOf(name) !== index)
  if (twin >= 0) rejectField(`workspaces.${twin}.localId`, `"${names[twin]}" is in the list twice.`)
}
