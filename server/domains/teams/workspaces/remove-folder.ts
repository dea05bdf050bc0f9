import { z } from 'zod'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { deviceRef, lockDevice } from '../devices/device.ts'
import { onWorkspace } from './access.ts'
import { removeFolders } from './folders-of.ts'
import { showWorkspace } from './show-workspaces.ts'
import { Workspace, workspaceRef } from './workspace.ts'

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
