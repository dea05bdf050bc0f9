import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { filterOf, readTaskSearch } from '../pages/tasks/task-filter.ts'
import { projectQuery, projectsQuery, tasksQuery, tokensQuery, treeQuery } from '../queries.ts'
import { queryClient } from '../query-client.ts'
import { asSwitch, searchOf } from './search.ts'
import { shell } from './shell.ts'

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/projects' })
  },
})

const readWhich = searchOf({ archived: asSwitch })

const projects = createRoute({
  getParentRoute: () => shell,
  path: '/projects',
  validateSearch: readWhich,
  loaderDeps: ({ search: { archived = false } }) => ({ archived }),
  loader: ({ deps }) => void queryClient.prefetchQuery(projectsQuery(deps.archived)),
  component: lazyRouteComponent(() => import('../pages/projects/projects-page.tsx'), 'ProjectsPage'),
})

const project = createRoute({
  getParentRoute: () => shell,
  path: '/projects/$slug',
  validateSearch: readTaskSearch,
  loader: ({ params: { slug } }) => void queryClient.prefetchQuery(projectQuery(slug)),
  component: lazyRouteComponent(() => import('../pages/projects/project-frame.tsx'), 'ProjectFrame'),
})

const list = createRoute({
  getParentRoute: () => project,
  path: '/',
  loaderDeps: ({ search: { task: _, ...filter } }) => filter,
  loader: ({ params: { slug }, deps }) =>
    void queryClient.prefetchInfiniteQuery(tasksQuery(slug, filterOf(deps))),
  component: lazyRouteComponent(() => import('../pages/tasks/list-page.tsx'), 'ListPage'),
})

const board = createRoute({
  getParentRoute: () => project,
  path: '/board',
  component: lazyRouteComponent(() => import('../pages/tasks/board/board-page.tsx'), 'BoardPage'),
})

const tree = createRoute({
  getParentRoute: () => project,
  path: '/tree',
  loader: ({ params: { slug } }) => void queryClient.prefetchQuery(treeQuery(slug)),
  component: lazyRouteComponent(() => import('../pages/projects/tree/tree-page.tsx'), 'TreePage'),
})

const connect = createRoute({
  getParentRoute: () => shell,
  path: '/connect',
  loader: () => void queryClient.prefetchQuery(tokensQuery),
  component: lazyRouteComponent(() => import('../pages/credentials/connect-page.tsx'), 'ConnectPage'),
})

export const workRoutes = [home, projects, project.addChildren([list, board, tree]), connect] as const
