import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { onWorkspace } from './access.ts'
import { showWorkspace } from './show-workspaces.ts'
import { Workspace, workspaceRef } from './workspace.ts'

export const getWorkspace = operation({
  id: 'workspaces.get',
  summary: "Get a workspace, with its folders on the caller's own devices.",
  http: 'GET /api/workspaces/:workspace',
  shows: ['workspace', 'workspace_project', 'workspace_folder', 'device', 'project', 'team', 'team_member'],
  access: onWorkspace('view'),
  input: z.object({ workspace: workspaceRef }),
  output: Workspace,
}).run((ctx) => showWorkspace(ctx, ctx.workspace.id))
