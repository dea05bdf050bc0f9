import { z } from 'zod'
import { pageInput, pageOf } from '../../../database/pages.ts'
import { operation } from '../../../operations/operation.ts'
import { onTeam } from '../access.ts'
import { teamRef } from '../team.ts'
import { pageOfWorkspaces } from './page-of-workspaces.ts'
import { Workspace } from './workspace.ts'

export const listTeamWorkspaces = operation({
  id: 'workspaces.listTeamWorkspaces',
  summary: 'List the workspaces shared with a team that the caller can see, newest first.',
  http: 'GET /api/teams/:team/workspaces',
  shows: ['workspace', 'workspace_project', 'workspace_folder', 'team'],
  access: onTeam('view'),
  input: z.object({ team: teamRef, ...pageInput }),
  output: pageOf(Workspace),
}).run((ctx, { team: _, ...page }) => pageOfWorkspaces(ctx, page, { teamId: ctx.team.id }))
