import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { conflictsQuery, readConflictSearch } from '../pages/conflicts/queries.ts'
import { queryClient } from '../query-client.ts'
import { shell } from './shell.ts'

export const conflictsRoute = createRoute({
  getParentRoute: () => shell,
  path: '/conflicts',
  validateSearch: readConflictSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => void queryClient.prefetchInfiniteQuery(conflictsQuery(deps)),
  component: lazyRouteComponent(() => import('../pages/conflicts/conflicts-page.tsx'), 'ConflictsPage'),
})
