import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { teamRef } from '../team.ts'
import { inTeam } from './access.ts'
import { insertWorkspace } from './insert-workspace.ts'
import { shareWith } from './share-with.ts'
import { showWorkspace } from './show-workspaces.ts'
import { Workspace, workspaceFields } from './workspace.ts'

export const createTeamWorkspace = operation({
  id: 'workspaces.createTeamWorkspace',
  summary: 'Create a workspace that the caller owns, and share it with a team.',
  http: 'POST /api/teams/:team/workspaces',
  access: inTeam,
  created: true,
  input: z.object({
    team: teamRef,
    name: workspaceFields.name,
    description: workspaceFields.description.default(''),
    role: workspaceFields.role.default('editor'),
  }),
  output: Workspace,
}).run(async (ctx, input) => {
  const workspace = await insertWorkspace(ctx, input)
  await shareWith(ctx, workspace, ctx.team, input.role)
  return showWorkspace(ctx, workspace.id)
})
