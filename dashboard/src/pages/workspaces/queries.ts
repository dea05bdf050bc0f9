import type { OutputOf } from '../../client.ts'
import { read, readPages } from '../../read.ts'

export type Workspace = OutputOf<'workspaces.get'>
export type WorkspaceTeam = Workspace['teams'][number]
export type Folder = Workspace['folders'][number]

// Only the owner of a workspace receives its live events. Its teams see changes when the window gets the focus.
const refetchOnFocus = { staleTime: 0, refetchOnWindowFocus: true }

export const workspacesQuery = { ...readPages('workspaces.list', { limit: 100 }), ...refetchOnFocus }

export const workspaceQuery = (workspace: string) => ({
  ...read('workspaces.get', { workspace }),
  ...refetchOnFocus,
})

export const workspaceProjectsQuery = (workspace: string) => ({
  ...readPages('workspaces.listWorkspaceProjects', { workspace, limit: 100 }),
  ...refetchOnFocus,
})
