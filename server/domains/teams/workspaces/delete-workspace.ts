import { z } from 'zod'
import { deleteRow } from '../../../operations/rows.ts'
import { operation } from '../../../operations/operation.ts'
import { Deleted, deletedResponse } from '../../../operations/deleted.ts'
import { onWorkspace } from './access.ts'
import { workspaceKind, workspaceRef } from './workspace.ts'

export const deleteWorkspace = operation({
  id: 'workspaces.delete',
  summary:
    'Move a workspace to the trash, restorable for 30 days. Its projects and the files on devices stay.',
  http: 'DELETE /api/workspaces/:workspace',
  access: onWorkspace('manage'),
  destructive: true,
  input: z.object({ workspace: workspaceRef }),
  output: Deleted,
}).run(async (ctx) => deletedResponse(workspaceKind, await deleteRow(ctx, workspaceKind, ctx.workspace)))
