import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { hasWorkspaces } from './access.ts'
import { insertWorkspace } from './insert-workspace.ts'
import { showWorkspace } from './show-workspaces.ts'
import { Workspace, workspaceFields } from './workspace.ts'

export const createWorkspace = operation({
  id: 'workspaces.create',
  summary: 'Create a workspace that the caller owns in the current organization.',
  http: 'POST /api/workspaces',
  access: hasWorkspaces,
  created: true,
  input: z.object({
    name: workspaceFields.name,
    description: workspaceFields.description.default(''),
  }),
  output: Workspace,
}).run(async (ctx, input) => {
  const { id } = await insertWorkspace(ctx, input)
  return showWorkspace(ctx, id)
})
