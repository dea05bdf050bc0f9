import type { Rows } from '../../../database/row-types.ts'

export type WorkspaceRow = Rows['workspaces']

/** The folder of a workspace on a device. */
export type FolderRow = Rows['workspace_folders']

export const workspaceRoles = ['viewer', 'editor'] as const
export type WorkspaceRole = (typeof workspaceRoles)[number]
