import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { decisionsQuery, filterOf, readDecisionSearch } from '../pages/decisions/queries.ts'
import { queryClient } from '../query-client.ts'
import { read } from '../read.ts'
import { project } from './project.ts'
import { asText, searchOf } from './search.ts'
import { shell } from './shell.ts'

const decisions = createRoute({
  getParentRoute: () => shell,
  path: '/decisions',
  validateSearch: readDecisionSearch,
  loaderDeps: ({ search: { which, tag, of } }) => ({ which, tag, of }),
  loader: ({ deps }) => void queryClient.prefetchInfiniteQuery(decisionsQuery(filterOf(deps))),
  component: lazyRouteComponent(() => import('../pages/decisions/decisions-page.tsx'), 'DecisionsPage'),
})

const log = createRoute({
  getParentRoute: () => shell,
  path: '/decisions/new',
  validateSearch: searchOf({ of: asText, supersedes: asText }),
  component: lazyRouteComponent(() => import('../pages/decisions/log-decision-page.tsx'), 'LogDecisionPage'),
})

const decision = createRoute({
  getParentRoute: () => shell,
  path: '/decisions/$decision',
  loader: ({ params }) =>
    void queryClient.prefetchQuery(read('decisions.get', { decision: params.decision })),
  component: lazyRouteComponent(() => import('../pages/decisions/decision-page.tsx'), 'DecisionPage'),
})

export const decisionRoutes = [decisions, log, decision] as const

export const projectDecisionsRoute = createRoute({
  getParentRoute: () => project,
  path: '/decisions',
  validateSearch: readDecisionSearch,
  loaderDeps: ({ search: { which, tag } }) => ({ which, tag }),
  loader: ({ params, deps }) =>
    void queryClient.prefetchInfiniteQuery(decisionsQuery(filterOf({ ...deps, of: params.slug }))),
  component: lazyRouteComponent(
    () => import('../pages/decisions/decisions-page.tsx'),
    'ProjectDecisionsPage',
  ),
})
