import { concerning } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import type { Context } from '../../../operations/context.ts'
import type { TeamRow } from '../tables.ts'
import {
  type WorkspaceRole,
  type WorkspaceRow,
  workspaceKind,
  Workspace,
  workspaceFields,
  workspaceRef,
  showWorkspace,
} from './workspace.ts'
import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { findTeam } from '../access.ts'
import { teamRef } from '../team.ts'
import { onWorkspace } from './access.ts'
import { reject } from '../../../errors/errors.ts'

/** Shares a workspace with a team, or changes the team's role. */
export async function shareWith(ctx: Context, workspace: WorkspaceRow, team: TeamRow, role: WorkspaceRole) {
  const changed = await ctx.db.run(
    sql`insert into workspace_teams (workspace_id, team_id, organization_id, role) values (${workspace.id}, ${team.id}, ${workspace.organization_id}, ${role})
     on conflict (workspace_id, team_id) do update set role = excluded.role
       where workspace_teams.role <> excluded.role
     returning 1`,
  )
  if (changed.length === 0) return
  const data = { teamId: team.id, team: team.slug, role }
  ctx.record({ type: 'workspace.shared', ...concerning(workspaceKind, workspace), data })
}

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
