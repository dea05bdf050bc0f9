import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { filterOf as activityIn, readActivitySearch } from '../pages/activity/activity-search.ts'
import { activityFeedQuery } from '../pages/activity/queries.ts'
import { filterOf as memoryIn, readMemorySearch } from '../pages/memory/memory-search.ts'
import { memoriesQuery } from '../pages/memory/queries.ts'
import { sessionsQuery } from '../pages/sessions/queries.ts'
import { filterOf as sessionsIn, readSessionSearch } from '../pages/sessions/session-search.ts'
import { queryClient } from '../query-client.ts'
import { read } from '../read.ts'
import { project } from './project.ts'
import { asText, searchOf } from './search.ts'
import { shell } from './shell.ts'

/*
 * Memory, sessions, activity, search and the handbook.
 */

const memory = createRoute({
  getParentRoute: () => shell,
  path: '/memory',
  validateSearch: readMemorySearch,
  loaderDeps: ({ search: { entry: _, ...filter } }) => filter,
  loader: ({ deps }) => {
    if (!deps.q) void queryClient.prefetchInfiniteQuery(memoriesQuery(memoryIn(deps)))
  },
  component: lazyRouteComponent(() => import('../pages/memory/memory-page.tsx'), 'MemoryPage'),
})

/** The target of search results. Opens the entry beside the list. */
const memoryEntry = createRoute({
  getParentRoute: () => shell,
  path: '/memory/$memory',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/memory', search: { entry: params.memory }, replace: true })
  },
})

const sessions = createRoute({
  getParentRoute: () => shell,
  path: '/sessions',
  validateSearch: readSessionSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => void queryClient.prefetchInfiniteQuery(sessionsQuery(sessionsIn(deps))),
  component: lazyRouteComponent(() => import('../pages/sessions/sessions-page.tsx'), 'SessionsPage'),
})

const session = createRoute({
  getParentRoute: () => shell,
  path: '/sessions/$session',
  loader: ({ params }) => void queryClient.prefetchQuery(read('sessions.get', { session: params.session })),
  component: lazyRouteComponent(() => import('../pages/sessions/session-page.tsx'), 'SessionPage'),
})

const activity = createRoute({
  getParentRoute: () => shell,
  path: '/activity',
  validateSearch: readActivitySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => void queryClient.prefetchInfiniteQuery(activityFeedQuery(activityIn(deps))),
  component: lazyRouteComponent(() => import('../pages/activity/activity-page.tsx'), 'ActivityPage'),
})

const search = createRoute({
  getParentRoute: () => shell,
  path: '/search',
  validateSearch: searchOf({ q: asText, kind: asText, project: asText }),
  component: lazyRouteComponent(() => import('../pages/search/search-page.tsx'), 'SearchPage'),
})

const help = createRoute({
  getParentRoute: () => shell,
  path: '/help',
  component: lazyRouteComponent(() => import('../pages/help/help-page.tsx'), 'HelpPage'),
})

const helpPage = createRoute({
  getParentRoute: () => shell,
  path: '/help/$doc',
  component: lazyRouteComponent(() => import('../pages/help/doc-page.tsx'), 'DocPage'),
})

/** The server links handbook pages by their folder, docs. */
const docs = createRoute({
  getParentRoute: () => shell,
  path: '/docs/$doc',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/help/$doc', params, replace: true })
  },
})

export const knowledgeRoutes = [
  memory,
  memoryEntry,
  sessions,
  session,
  activity,
  search,
  help,
  helpPage,
  docs,
] as const

const projectMemory = createRoute({
  getParentRoute: () => project,
  path: '/memory',
  validateSearch: readMemorySearch,
  component: lazyRouteComponent(() => import('../pages/memory/memory-page.tsx'), 'ProjectMemoryPage'),
})

const projectActivity = createRoute({
  getParentRoute: () => project,
  path: '/activity',
  validateSearch: readActivitySearch,
  component: lazyRouteComponent(() => import('../pages/activity/activity-page.tsx'), 'ProjectActivityPage'),
})

export const projectKnowledgeRoutes = [projectMemory, projectActivity] as const
