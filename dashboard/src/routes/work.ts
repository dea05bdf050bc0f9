import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { priorities, statuses } from '../pages/tasks/names.ts'
import { projectQuery, projectsQuery, tasksQuery, tokensQuery } from '../queries.ts'
import { queryClient } from '../query-client.ts'
import { asSwitch, asText, oneOf, searchOf } from './search.ts'
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

/** Which tasks are shown, and which one is open. */
const readView = searchOf({ task: asText, status: oneOf(statuses), priority: oneOf(priorities) })

const project = createRoute({
  getParentRoute: () => shell,
  path: '/projects/$slug',
  validateSearch: readView,
  loaderDeps: ({ search: { status, priority } }) => ({ status, priority }),
  loader: ({ params: { slug }, deps }) => {
    void queryClient.prefetchQuery(projectQuery(slug))
    void queryClient.prefetchInfiniteQuery(tasksQuery(slug, deps))
  },
  component: lazyRouteComponent(() => import('../pages/projects/project-page.tsx'), 'ProjectPage'),
})

const connect = createRoute({
  getParentRoute: () => shell,
  path: '/connect',
  loader: () => void queryClient.prefetchQuery(tokensQuery),
  component: lazyRouteComponent(() => import('../pages/credentials/connect-page.tsx'), 'ConnectPage'),
})

export const workRoutes = [home, projects, project, connect] as const
