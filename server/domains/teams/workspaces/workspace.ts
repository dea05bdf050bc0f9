import type { Rows } from '../../../database/row-types.ts'
import { z } from 'zod'
import type { Kind } from '../../../operations/rows.ts'
import type { Caller } from '../../../operations/caller.ts'
import { may } from '../../../operations/may.ts'
import { reference } from '../../../operations/reference.ts'
import { type SeenWorkspace, hasRight, workspacesVisibleTo } from './access.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { visibleProjects } from '../../projects/access.ts'

export type WorkspaceRow = Rows['workspaces']

/** The folder of a workspace on a device. */
export type FolderRow = Rows['workspace_folders']

const workspaceRoles = ['viewer', 'editor'] as const
export type WorkspaceRole = (typeof workspaceRoles)[number]

const TeamWithRole = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  role: z.enum(workspaceRoles),
})

const Folder = z.object({
  device: z.object({ id: z.uuid(), name: z.string() }),
  path: z.string(),
  localId: z.string().nullable().describe('Id of the workspace on the device.'),
})

/** A workspace as the API returns it. */
export const Workspace = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.string(),
    owner: z.object({ id: z.uuid(), name: z.string() }),
    teams: z.array(TeamWithRole).describe('Teams that the workspace is shared with.'),
    projectCount: z.int().describe('Number of projects of the workspace that the caller can see.'),
    folders: z.array(Folder).describe("Folders of the workspace on the caller's own devices."),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    may: z
      .object({
        edit: z
          .boolean()
          .describe('Whether the caller can rename the workspace, and add and remove projects.'),
        manage: z.boolean().describe('Whether the caller can share, transfer and delete the workspace.'),
      })
      .describe('Rights of the caller.'),
  })
  .meta({ id: 'Workspace' })

/** A workspace with the data from other tables that the API response needs. */
export interface ShownWorkspace extends SeenWorkspace {
  owner_name: string
  teams: z.output<typeof TeamWithRole>[]
  project_count: number
  folders: z.output<typeof Folder>[]
}

export function workspaceFromRow(row: ShownWorkspace, caller: Caller): z.output<typeof Workspace> {
  const { right } = row
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    owner: { id: row.owner_id, name: row.owner_name },
    teams: row.teams,
    projectCount: row.project_count,
    folders: row.folders,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    may: may(caller, { edit: hasRight(right, 'edit'), manage: hasRight(right, 'manage') }),
  }
}

/** The kind of workspaces. Only the owner receives their events. */
export const workspaceKind: Kind<WorkspaceRow> = {
  name: 'workspace',
  table: 'workspaces',
  key: 'name',
  person: 'owner_id',
}

export const workspaceRef = reference('workspace', 'Id of the workspace.')

export const workspaceFields = {
  name: z.string().trim().min(1).max(120).describe('Display name.'),
  description: z.string().max(20_000).describe('Purpose of the workspace, in Markdown.'),
  owner: reference('member', 'Owner: "me", or the username or id of a member.'),
  role: z
    .enum(workspaceRoles)
    .describe('Role of the team: viewer can view the workspace, editor can also change it.'),
  path: z
    .string()
    .min(1)
    .max(4000)
    .describe("Path of the folder on the device. Only the device's owner sees it."),
  localId: z.string().min(1).max(200).describe('Id of the workspace on the device.'),
}

/**
 * Builds the query for workspaces `w` with all data of the API response. Counts only projects that the caller can see,
 * and includes only folders on their own devices.
 */
export function selectWorkspaces(granted: InOrganization): Sql {
  return sql`select w.*, ${workspacesVisibleTo(granted).right} as right, u.name as owner_name,
      (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'slug', t.slug, 'name', t.name, 'role', wt.role)
                                 order by lower(t.name), t.id), '[]')
         from workspace_teams wt join teams t on t.id = wt.team_id where wt.workspace_id = w.id) as teams,
      (select count(*)::int from workspace_projects wp join projects p on p.id = wp.project_id
        where wp.workspace_id = w.id and p.deleted_at is null and ${visibleProjects(granted).where}) as project_count,
      (select coalesce(jsonb_agg(jsonb_build_object('device', jsonb_build_object('id', d.id, 'name', d.name),
                                                    'path', f.path, 'localId', f.local_id)
                                 order by lower(d.name), d.id), '[]')
         from workspace_folders f join devices d on d.id = f.device_id
        where f.workspace_id = w.id and d.user_id = ${granted.user.id}) as folders
    from workspaces w join users u on u.id = w.owner_id`
}

/**
 * Returns workspaces without an access check, because a caller who transfers a workspace receives it although they
 * can't see it anymore. Pass only ids that the caller can see or has just changed.
 */
export async function showWorkspaces(
  ctx: Context & InOrganization,
  ids: string[],
): Promise<Map<string, z.output<typeof Workspace>>> {
  const rows = await ctx.db.run<ShownWorkspace>(
    sql`${selectWorkspaces(ctx)} where w.organization_id = ${ctx.organization.id} and w.id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, workspaceFromRow(row, ctx.caller)]))
}

export async function showWorkspace(ctx: Context & InOrganization, id: string) {
  return (await showWorkspaces(ctx, [id])).get(id)!
}
