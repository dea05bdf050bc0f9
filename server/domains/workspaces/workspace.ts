import { z } from 'zod'
import type { Kind } from '../../database/rows.ts'
import type { Caller } from '../../operations/caller.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import { type SeenWorkspace, hasRight } from './access.ts'
import { type WorkspaceRow, workspaceRoles } from './tables.ts'

const TeamWithRole = z.object({
  ...{ id: z.uuid(), slug: z.string(), name: z.string() },
  role: z.enum(workspaceRoles),
})

const Folder = z.object({
  device: z.object({ id: z.uuid(), name: z.string() }),
  path: z.string(),
  localId: z.string().nullable().describe('What the device calls the workspace.'),
})

/** The shape the world sees. */
export const Workspace = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.string(),
    owner: z.object({ id: z.uuid(), name: z.string() }),
    teams: z.array(TeamWithRole).describe('The teams it is shared with.'),
    projectCount: z.int().describe('How many of its projects the caller sees.'),
    folders: z.array(Folder).describe("Where it is, on the caller's own devices."),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    may: z
      .object({
        edit: z.boolean().describe('Rename it, and add and remove projects.'),
        manage: z.boolean().describe('Share it, give it to another owner, and delete it.'),
      })
      .describe('What the caller may do with it.'),
  })
  .meta({ id: 'Workspace' })

/** A workspace with what its shape needs from other tables. */
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

/** Its owner is told of what happens to it; its teams see it when they look. */
export const workspaceKind: Kind<WorkspaceRow> = {
  name: 'workspace',
  table: 'workspaces',
  key: 'name',
  person: 'owner_id',
}

/** How a workspace is named in any input. */
export const workspaceRef = reference('workspace', 'The workspace: its id.')

export const workspaceFields = {
  name: z.string().trim().min(1).max(120).describe('What people call it.'),
  description: z.string().max(20_000).describe('What it is for, in markdown.'),
  owner: reference('member', 'Whose it is: "me", or the username or id of a member.'),
  role: z.enum(workspaceRoles).describe('What the team may do: see it, or change it too.'),
  path: z.string().min(1).max(4000).describe('The folder on the device. Its owner alone sees it.'),
  localId: z.string().min(1).max(200).describe('What the device itself calls the workspace.'),
}
