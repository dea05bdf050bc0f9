import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { filterOf, notificationsQuery, readInboxSearch } from '../pages/notifications/queries.ts'
import { queryClient } from '../query-client.ts'
import { shell } from './shell.ts'

export const inboxRoute = createRoute({
  getParentRoute: () => shell,
  path: '/inbox',
  validateSearch: readInboxSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => void queryClient.prefetchInfiniteQuery(notificationsQuery(filterOf(deps))),
  component: lazyRouteComponent(() => import('../pages/notifications/inbox-page.tsx'), 'InboxPage'),
})
