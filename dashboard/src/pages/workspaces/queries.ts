import { queryOptions } from '@tanstack/react-query'
import { type OutputOf, call } from '../../client.ts'
import { allItems, pagesQuery } from '../../pages-query.ts'

export type Workspace = OutputOf<'workspaces.get'>
export type WorkspaceTeam = Workspace['teams'][number]
export type Folder = Workspace['folders'][number]
export type Device = OutputOf<'devices.list'>['items'][number]

// The feed tells the owner of a workspace what happens to it. Its teams see that when they look.
const whenLooking = { staleTime: 0, refetchOnWindowFocus: true }

export const workspacesQuery = {
  ...pagesQuery(['workspaces'], (cursor, signal) =>
    call('workspaces.list', { limit: 100, cursor }, { signal }),
  ),
  ...whenLooking,
}

export const workspaceQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['workspace', workspace],
    queryFn: ({ signal }) => call('workspaces.get', { workspace }, { signal }),
    ...whenLooking,
  })

export const workspaceProjectsQuery = (workspace: string) => ({
  ...pagesQuery(['workspace', workspace, 'projects'], (cursor, signal) =>
    call('workspaces.listWorkspaceProjects', { workspace, limit: 100, cursor }, { signal }),
  ),
  ...whenLooking,
})

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ signal }) => call('devices.list', {}, { signal }),
  // That a device was seen again is no news that the feed would bring.
  staleTime: 0,
})

/** Every team, to choose one from. */
export const allTeamsQuery = queryOptions({
  queryKey: ['teams', 'all'],
  queryFn: ({ signal }) =>
    allItems((cursor) => call('teams.list', { mine: false, limit: 100, cursor }, { signal })),
})
