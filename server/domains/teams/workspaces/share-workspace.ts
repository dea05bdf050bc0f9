import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { findTeam } from '../access.ts'
import { teamRef } from '../team.ts'
import { onWorkspace } from './access.ts'
import { shareWith } from './share-with.ts'
import { showWorkspace } from './show-workspaces.ts'
import { Workspace, workspaceFields, workspaceRef } from './workspace.ts'

export const shareWorkspace = operation({
  id: 'workspaces.share',
  summary: 'Share a workspace with a team as viewer or editor. Repeat with another role to change it.',
  http: 'POST /api/workspaces/:workspace/teams',
  access: onWorkspace('manage'),
  input: z.object({ workspace: workspaceRef, team: teamRef, role: workspaceFields.role }),
  output: Workspace,
}).run(async (ctx, input) => {
  const team = await findTeam(ctx.db, ctx, input.team, false)
  await shareWith(ctx, ctx.workspace, team, input.role)
  return showWorkspace(ctx, ctx.workspace.id)
})
