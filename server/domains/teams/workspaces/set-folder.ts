import { z } from 'zod'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { deviceRef, lockDevice } from '../devices/device.ts'
import { onWorkspace } from './access.ts'
import { foldersOf, saveFolder } from './folders-of.ts'
import { showWorkspace } from './show-workspaces.ts'
import { Workspace, workspaceFields, workspaceRef } from './workspace.ts'

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
