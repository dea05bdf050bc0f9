import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type OwnTaskGrouping, homeQuery, ownTasksQuery } from '../queries.ts'
import { queryClient } from '../query-client.ts'
import { asText, oneOf, searchOf } from './search.ts'
import { shell } from './shell.ts'

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: searchOf({ task: asText }),
  loader: () => void queryClient.prefetchQuery(homeQuery),
  component: lazyRouteComponent(() => import('../pages/home/home-page.tsx'), 'HomePage'),
})

const readMyTasksSearch = searchOf({
  task: asText,
  group: oneOf<OwnTaskGrouping>(['status', 'project', 'due']),
})

const myTasks = createRoute({
  getParentRoute: () => shell,
  path: '/my-tasks',
  validateSearch: readMyTasksSearch,
  loaderDeps: ({ search: { group = 'status' } }) => ({ group }),
  loader: ({ deps }) => void queryClient.prefetchInfiniteQuery(ownTasksQuery(deps.group)),
  component: lazyRouteComponent(() => import('../pages/home/my-tasks-page.tsx'), 'MyTasksPage'),
})

export const homeRoutes = [home, myTasks] as const
