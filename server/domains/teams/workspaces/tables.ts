import type { DeletableRow } from '../../../database/tables.ts'

export interface WorkspaceRow extends DeletableRow {
  owner_id: string
  name: string
  description: string
}

/** The folder of a workspace on a device. */
export interface FolderRow {
  workspace_id: string
  device_id: string
  organization_id: string
  path: string
  local_id: string | null
}

export const workspaceRoles = ['viewer', 'editor'] as const
export type WorkspaceRole = (typeof workspaceRoles)[number]
