import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { groupedQuery } from '../pages/tasks/grouped-tasks.ts'
import { filterOf, groupingOf, viewOf } from '../pages/tasks/task-filter.ts'
import { projectsQuery, taskQuery } from '../queries.ts'
import { queryClient } from '../query-client.ts'
import { readLevel } from '../pages/projects/tree/read-level.ts'
import { read } from '../read.ts'
import { featureRoutes } from './features.ts'
import { projectKnowledgeRoutes } from './knowledge.ts'
import { projectPages } from './project-pages.ts'
import { project } from './project.ts'
import { asSwitch, asText, searchOf } from './search.ts'
import { shell } from './shell.ts'
import { projectDecisionsRoute } from './decisions.ts'
import { projectNotesRoute } from './notes.ts'
import { projectSpecsRoute } from './specs.ts'
import { projectTrashRoute } from './trash.ts'

const readProjectsSearch = searchOf({ archived: asSwitch, search: asText })

const projects = createRoute({
  getParentRoute: () => shell,
  path: '/projects',
  validateSearch: readProjectsSearch,
  loaderDeps: ({ search: { archived = false } }) => ({ archived }),
  loader: ({ deps }) => void queryClient.prefetchQuery(projectsQuery(deps.archived)),
  component: lazyRouteComponent(() => import('../pages/projects/projects-page.tsx'), 'ProjectsPage'),
})

const list = createRoute({
  getParentRoute: () => project,
  path: '/',
  loaderDeps: ({ search: { task: _, ...filter } }) => filter,
  loader: ({ params: { slug }, deps }) =>
    void queryClient.prefetchQuery(groupedQuery(slug, filterOf(deps), groupingOf(viewOf(deps)))),
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
  loader: ({ params: { slug } }) => void queryClient.prefetchInfiniteQuery(readLevel(slug)),
  component: lazyRouteComponent(() => import('../pages/projects/tree/tree-page.tsx'), 'TreePage'),
})

const task = createRoute({
  getParentRoute: () => project,
  path: '/tasks/$task',
  loader: ({ params: { task: key } }) => void queryClient.prefetchQuery(taskQuery(key)),
  component: lazyRouteComponent(() => import('../pages/tasks/panel/task-page.tsx'), 'TaskPage'),
})

const connect = createRoute({
  getParentRoute: () => shell,
  path: '/connect',
  validateSearch: searchOf({ agent: asText }),
  loader: () => void queryClient.prefetchQuery(read('credentials.listMcpTokens', {})),
  component: lazyRouteComponent(() => import('../pages/credentials/connect-page.tsx'), 'ConnectPage'),
})

const projectRoutes = project.addChildren([
  list,
  board,
  tree,
  task,
  ...projectPages,
  ...featureRoutes,
  ...projectKnowledgeRoutes,
  projectTrashRoute,
  projectNotesRoute,
  projectDecisionsRoute,
  projectSpecsRoute,
])

export const workRoutes = [projects, projectRoutes, connect] as const
