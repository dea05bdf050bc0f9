import { queryOptions } from '@tanstack/react-query'
import { type OutputOf, call } from '../../client.ts'
import { allItems, pagesQuery } from '../../pages-query.ts'

export type Workspace = OutputOf<'workspaces.get'>
export type WorkspaceTeam = Workspace['teams'][number]
export type Folder = Workspace['folders'][number]
export type Device = OutputOf<'devices.list'>['items'][number]

// Only the owner of a workspace receives its live events. Its teams see changes when the window gets the focus.
const refetchOnFocus = { staleTime: 0, refetchOnWindowFocus: true }

export const workspacesQuery = {
  ...pagesQuery(['workspaces'], (cursor, signal) =>
    call('workspaces.list', { limit: 100, cursor }, { signal }),
  ),
  ...refetchOnFocus,
}

export const workspaceQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['workspace', workspace],
    queryFn: ({ signal }) => call('workspaces.get', { workspace }, { signal }),
    ...refetchOnFocus,
  })

export const workspaceProjectsQuery = (workspace: string) => ({
  ...pagesQuery(['workspace', workspace, 'projects'], (cursor, signal) =>
    call('workspaces.listWorkspaceProjects', { workspace, limit: 100, cursor }, { signal }),
  ),
  ...refetchOnFocus,
})

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ signal }) => call('devices.list', {}, { signal }),
  // No event reports that a device was seen again.
  staleTime: 0,
})

/** All teams, for a selection list. */
export const allTeamsQuery = queryOptions({
  queryKey: ['teams', 'all'],
  queryFn: ({ signal }) =>
    allItems((cursor) => call('teams.list', { mine: false, limit: 100, cursor }, { signal })),
})
