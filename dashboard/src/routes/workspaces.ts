import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { workspaceProjectsQuery, workspaceQuery, workspacesQuery } from '../pages/workspaces/queries.ts'
import { queryClient } from '../query-client.ts'
import { shell } from './shell.ts'

const workspaces = createRoute({
  getParentRoute: () => shell,
  path: '/workspaces',
  loader: () => void queryClient.prefetchInfiniteQuery(workspacesQuery),
  component: lazyRouteComponent(() => import('../pages/workspaces/workspaces-page.tsx'), 'WorkspacesPage'),
})

const workspace = createRoute({
  getParentRoute: () => shell,
  path: '/workspaces/$workspace',
  loader: ({ params }) => {
    void queryClient.prefetchQuery(workspaceQuery(params.workspace))
    void queryClient.prefetchInfiniteQuery(workspaceProjectsQuery(params.workspace))
  },
  component: lazyRouteComponent(() => import('../pages/workspaces/workspace-page.tsx'), 'WorkspacePage'),
})

export const workspaceRoutes = [workspaces, workspace] as const
