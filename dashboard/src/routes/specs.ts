import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { filterOf, readSpecSearch, specsQuery } from '../pages/specs/queries.ts'
import { queryClient } from '../query-client.ts'
import { read } from '../read.ts'
import { project } from './project.ts'
import { asCount, asText, searchOf } from './search.ts'
import { shell } from './shell.ts'

const specs = createRoute({
  getParentRoute: () => shell,
  path: '/specs',
  validateSearch: readSpecSearch,
  loaderDeps: ({ search: { which, of } }) => ({ which, of }),
  loader: ({ deps }) => void queryClient.prefetchInfiniteQuery(specsQuery(filterOf(deps))),
  component: lazyRouteComponent(() => import('../pages/specs/specs-page.tsx'), 'SpecsPage'),
})

const newSpec = createRoute({
  getParentRoute: () => shell,
  path: '/specs/new',
  validateSearch: searchOf({ of: asText }),
  component: lazyRouteComponent(() => import('../pages/specs/new-spec-page.tsx'), 'NewSpecPage'),
})

const readRevision = searchOf({ revision: asCount })

const spec = createRoute({
  getParentRoute: () => shell,
  path: '/specs/$spec',
  validateSearch: readRevision,
  loaderDeps: ({ search: { revision } }) => ({ revision }),
  loader: ({ params, deps }) =>
    void queryClient.prefetchQuery(read('specs.get', { spec: params.spec, revision: deps.revision })),
  component: lazyRouteComponent(() => import('../pages/specs/spec-page.tsx'), 'SpecPage'),
})

const revisions = createRoute({
  getParentRoute: () => shell,
  path: '/specs/$spec/revisions',
  validateSearch: searchOf({ from: asCount, to: asCount }),
  component: lazyRouteComponent(() => import('../pages/specs/spec-revisions-page.tsx'), 'SpecRevisionsPage'),
})

export const specRoutes = [specs, newSpec, spec, revisions] as const

export const projectSpecsRoute = createRoute({
  getParentRoute: () => project,
  path: '/specs',
  validateSearch: readSpecSearch,
  loaderDeps: ({ search: { which } }) => ({ which }),
  loader: ({ params, deps: { which } }) =>
    void queryClient.prefetchInfiniteQuery(specsQuery(filterOf({ which, of: params.slug }))),
  component: lazyRouteComponent(() => import('../pages/specs/specs-page.tsx'), 'ProjectSpecsPage'),
})
