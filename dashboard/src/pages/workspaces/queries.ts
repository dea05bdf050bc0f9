import type { OutputOf } from '../../client.ts'
import { read, readPages } from '../../read.ts'

export type Workspace = OutputOf<'workspaces.get'>
export type WorkspaceTeam = Workspace['teams'][number]
export type Folder = Workspace['folders'][number]
export type Device = OutputOf<'devices.list'>['items'][number]

// The feed tells the owner of a workspace what happens to it. Its teams see that when they look.
const whenLooking = { staleTime: 0, refetchOnWindowFocus: true }

export const workspacesQuery = { ...readPages('workspaces.list', { limit: 100 }), ...whenLooking }

export const workspaceQuery = (workspace: string) => ({
  ...read('workspaces.get', { workspace }),
  ...whenLooking,
})

export const workspaceProjectsQuery = (workspace: string) => ({
  ...readPages('workspaces.listWorkspaceProjects', { workspace, limit: 100 }),
  ...whenLooking,
})

// That a device was seen again is no news that the feed would bring.
export const devicesQuery = { ...read('devices.list', {}), staleTime: 0 }
