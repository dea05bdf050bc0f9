import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { issuesQuery, readIssueSearch } from '../pages/issues/queries.ts'
import { queryClient } from '../query-client.ts'
import { read } from '../read.ts'
import { shell } from './shell.ts'

/** The problems that the user reported. */
const issues = createRoute({
  getParentRoute: () => shell,
  path: '/issues',
  validateSearch: readIssueSearch,
  loaderDeps: ({ search: { state } }) => ({ state }),
  loader: ({ deps }) => void queryClient.prefetchInfiniteQuery(issuesQuery(deps)),
  component: lazyRouteComponent(() => import('../pages/issues/my-issues-page.tsx'), 'MyIssuesPage'),
})

const issue = createRoute({
  getParentRoute: () => shell,
  path: '/issues/$issue',
  loader: ({ params }) => void queryClient.prefetchQuery(read('issues.get', { issue: params.issue })),
  component: lazyRouteComponent(() => import('../pages/issues/issue-page.tsx'), 'IssuePage'),
})

export const issueRoutes = [issues, issue] as const
