import { z } from 'zod'
import { reject } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { deviceRef, lockDevice } from '../devices/device.ts'
import { onWorkspace } from './access.ts'
import { foldersOf, noteFolder } from './folders-of.ts'
import { showWorkspace } from './show-workspaces.ts'
import { Workspace, workspaceFields, workspaceRef } from './workspace.ts'

export const setFolder = operation({
  id: 'workspaces.setFolder',
  summary: "Note where a workspace is on one of the caller's own devices. Nobody else sees the path.",
  http: 'PUT /api/workspaces/:workspace/folders',
  access: onWorkspace('view'),
  input: z.object({
    workspace: workspaceRef,
    device: deviceRef,
    path: workspaceFields.path,
    localId: workspaceFields.localId
      .nullable()
      .optional()
      .describe('What the device itself calls the workspace. Left out, it stays as it is; null for nothing.'),
  }),
  output: Workspace,
}).run(async (ctx, { path, localId, ...input }) => {
  const { workspace } = ctx
  const device = await lockDevice(ctx.db, ctx, input.device)
  const folders = await foldersOf(ctx.db, device, ctx.organization.id)
  const here = folders.find(({ workspace_id }) => workspace_id === workspace.id)
  const name = localId === undefined ? (here?.local_id ?? null) : localId
  if (name !== null && folders.some((other) => other !== here && other.local_id === name))
    reject('already_taken', { field: 'localId', value: name })
  await noteFolder(ctx, device, workspace, { path, localId: name })
  return showWorkspace(ctx, workspace.id)
})
