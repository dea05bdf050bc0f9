import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { journalQuery, readJournalSearch } from '../pages/admin/journal/journal-search.ts'
import { overviewQuery, periods } from '../pages/admin/overview/queries.ts'
import { queryClient } from '../query-client.ts'
import { admin } from './admin-frame.ts'
import { asCount, searchOf } from './search.ts'

const readOverviewSearch = searchOf({
  days: (days) => periods.find((period) => period === asCount(days)),
})

const overview = createRoute({
  getParentRoute: () => admin,
  path: '/overview',
  validateSearch: readOverviewSearch,
  loaderDeps: ({ search: { days } }) => ({ days }),
  loader: ({ deps: { days = 30 } }) => void queryClient.prefetchQuery(overviewQuery(days)),
  component: lazyRouteComponent(() => import('../pages/admin/overview/overview-page.tsx'), 'OverviewPage'),
})

const journal = createRoute({
  getParentRoute: () => admin,
  path: '/journal',
  validateSearch: readJournalSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => void queryClient.prefetchInfiniteQuery(journalQuery(deps)),
  component: lazyRouteComponent(() => import('../pages/admin/journal/journal-page.tsx'), 'JournalPage'),
})

export const overviewRoutes = [overview, journal]
