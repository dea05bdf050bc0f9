import { z } from 'zod'
import { pageInput, pageOf } from '../../../database/pages.ts'
import { operation } from '../../../operations/operation.ts'
import { deviceRef, findDevice } from '../devices/device.ts'
import { findTeam } from '../access.ts'
import { teamRef } from '../team.ts'
import { visibleWorkspaces } from './access.ts'
import { findOwner } from './find-owner.ts'
import { pageOfWorkspaces } from './page-of-workspaces.ts'
import { Workspace, workspaceFields } from './workspace.ts'

export const listWorkspaces = operation({
  id: 'workspaces.list',
  summary: 'List the workspaces that the caller can see, newest first.',
  http: 'GET /api/workspaces',
  shows: ['workspace', 'workspace_project', 'workspace_folder', 'device', 'project', 'team', 'team_member'],
  access: visibleWorkspaces,
  input: z.object({
    owner: workspaceFields.owner.optional(),
    team: teamRef.optional().describe('Only workspaces shared with this team. Slug or id.'),
    device: deviceRef.optional().describe('Only workspaces on this device of the caller. Device id.'),
    ...pageInput,
  }),
  output: pageOf(Workspace),
}).run(async (ctx, { owner, team, device, ...page }) =>
  pageOfWorkspaces(ctx, page, {
    ...(owner && { ownerId: await findOwner(ctx, owner) }),
    ...(team && { teamId: (await findTeam(ctx.db, ctx, team, false)).id }),
    ...(device && { deviceId: (await findDevice(ctx.db, ctx, device)).id }),
  }),
)
