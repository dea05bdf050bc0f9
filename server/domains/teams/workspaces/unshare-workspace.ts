import { z } from 'zod'
import { concerning } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { findTeam } from '../access.ts'
import { teamRef } from '../team.ts'
import { onWorkspace } from './access.ts'
import { showWorkspace } from './show-workspaces.ts'
import { Workspace, workspaceKind, workspaceRef } from './workspace.ts'

export const unshareWorkspace = operation({
  id: 'workspaces.unshare',
  summary: 'Stop sharing a workspace with a team.',
  http: 'DELETE /api/workspaces/:workspace/teams/:team',
  access: onWorkspace('manage'),
  destructive: true,
  input: z.object({ workspace: workspaceRef, team: teamRef }),
  output: Workspace,
}).run(async (ctx, input) => {
  const { workspace } = ctx
  const team = await findTeam(ctx.db, ctx, input.team, false)
  const removed = await ctx.db.run(
    sql`delete from workspace_teams where workspace_id = ${workspace.id} and team_id = ${team.id} returning 1`,
  )
  if (removed.length === 0) reject('not_found', { kind: 'team in this workspace', ref: input.team })
  const data = { teamId: team.id, team: team.slug }
  ctx.record({ type: 'workspace.unshared', ...concerning(workspaceKind, workspace), data })
  return showWorkspace(ctx, workspace.id)
})
