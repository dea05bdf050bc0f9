import { insertRow, changeRow, concerning, deleteRow } from '../../../operations/rows.ts'
import { sql, type Sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { newId } from '../../../platform/ids.ts'
import {
  type WorkspaceRow,
  workspaceKind,
  Workspace,
  workspaceFields,
  workspaceRef,
  type ShownWorkspace,
  workspaceFromRow,
  showWorkspace,
  selectWorkspaces,
} from './workspace.ts'
import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import {
  hasWorkspaces,
  inTeam,
  onWorkspace,
  workspacesVisibleTo,
  visibleWorkspaces,
  requireRight,
} from './access.ts'
import { teamRef } from '../team.ts'
import { shareWith } from './sharing.ts'
import { orderByNewest, pageInput, pageOf, readPage } from '../../../database/pages.ts'
import { deviceRef, findDevice } from '../devices/device.ts'
import { findTeam, onTeam } from '../access.ts'
import { findOwner } from './find-owner.ts'
import { reject } from '../../../errors/errors.ts'
import { lockMember } from '../../membership/lock.ts'
import { Deleted, deletedResponse } from '../../../operations/deleted.ts'

/** Inserts a workspace that the caller owns. */
export async function insertWorkspace(
  ctx: Context & InOrganization,
  { name, description = '' }: { name: string; description?: string },
): Promise<WorkspaceRow> {
  const row = await insertRow<WorkspaceRow>(ctx, workspaceKind, {
    insert: sql`insert into workspaces (id, organization_id, owner_id, name, description)
      values (${newId()}, ${ctx.organization.id}, ${ctx.user.id}, ${name}, ${description})`,
    data: { name, description },
  })
  return row!
}

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

export const getWorkspace = operation({
  id: 'workspaces.get',
  summary: "Get a workspace, with its folders on the caller's own devices.",
  http: 'GET /api/workspaces/:workspace',
  shows: ['workspace', 'workspace_project', 'workspace_folder', 'device', 'project', 'team', 'team_member'],
  access: onWorkspace('view'),
  input: z.object({ workspace: workspaceRef }),
  output: Workspace,
}).run((ctx) => showWorkspace(ctx, ctx.workspace.id))

const newest = orderByNewest('w.id', 'newest')

/** Returns a page of the workspaces that the caller can see and that match all filters, newest first. */
export async function pageOfWorkspaces(
  ctx: Context & InOrganization,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  { ownerId, teamId, deviceId, notOn }: WorkspaceFilter,
) {
  const conditions = [workspacesVisibleTo(ctx).where, sql`w.deleted_at is null`]
  if (ownerId) conditions.push(sql`w.owner_id = ${ownerId}`)
  if (teamId)
    conditions.push(
      sql`exists (select 1 from workspace_teams where workspace_id = w.id and team_id = ${teamId})`,
    )
  if (deviceId) conditions.push(sql`exists (${folderOn(deviceId)})`)
  if (notOn) conditions.push(sql`not exists (${folderOn(notOn)})`)
  return readPage(
    ctx.db,
    { limit, cursor },
    newest,
    ({ after, orderAndLimit }) =>
      sql`${selectWorkspaces(ctx)} where ${sql.join(conditions, ' and ')} and ${after} ${orderAndLimit}`,
    (row: ShownWorkspace) => workspaceFromRow(row, ctx.caller),
  )
}

interface WorkspaceFilter {
  ownerId?: string
  teamId?: string
  /** Only workspaces with a folder on this device. */
  deviceId?: string
  /** Only workspaces without a folder on this device. */
  notOn?: string
}

function folderOn(deviceId: string): Sql {
  return sql`select 1 from workspace_folders where workspace_id = w.id and device_id = ${deviceId}`
}

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

export const listTeamWorkspaces = operation({
  id: 'workspaces.listTeamWorkspaces',
  summary: 'List the workspaces shared with a team that the caller can see, newest first.',
  http: 'GET /api/teams/:team/workspaces',
  shows: ['workspace', 'workspace_project', 'workspace_folder', 'team'],
  access: onTeam('view'),
  input: z.object({ team: teamRef, ...pageInput }),
  output: pageOf(Workspace),
}).run((ctx, { team: _, ...page }) => pageOfWorkspaces(ctx, page, { teamId: ctx.team.id }))

export const updateWorkspace = operation({
  id: 'workspaces.update',
  summary: 'Change the name or description of a workspace, or transfer it to another owner.',
  http: 'PUT /api/workspaces/:workspace',
  aliases: ['PATCH /api/workspaces/:workspace'],
  access: onWorkspace('edit'),
  input: z.object({
    workspace: workspaceRef,
    name: workspaceFields.name.optional(),
    description: workspaceFields.description.optional(),
    owner: workspaceFields.owner
      .optional()
      .describe('Username or id of the member to transfer the workspace to.'),
  }),
  output: Workspace,
}).run(async (ctx, { workspace: _, owner, ...set }) => {
  const { right, ...before } = ctx.workspace
  const owner_id = owner === undefined ? before.owner_id : await findOwner(ctx, owner)
  if (owner_id === before.owner_id) {
    await changeRow<WorkspaceRow>(ctx, workspaceKind, before, set)
    return showWorkspace(ctx, before.id)
  }
  requireRight({ right }, 'manage')
  if (!(await lockMember(ctx.db, before.organization_id, owner_id))) reject('gone_meanwhile')
  const type = 'workspace.transferred'
  const { version } = await changeRow<WorkspaceRow>(ctx, workspaceKind, before, { ...set, owner_id }, type)
  // `changeRow` notifies the new owner. This second event notifies the previous owner.
  const changes = { ownerId: { from: before.owner_id, to: owner_id } }
  ctx.record({ type, ...concerning(workspaceKind, before), version, changes })
  return showWorkspace(ctx, before.id)
})

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
