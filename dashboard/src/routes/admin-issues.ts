import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readAdminIssueSearch } from '../pages/admin/issues/queries.ts'
import { admin } from './admin-frame.ts'

const issues = createRoute({
  getParentRoute: () => admin,
  path: '/issues',
  validateSearch: readAdminIssueSearch,
  component: lazyRouteComponent(() => import('../pages/admin/issues/issues-page.tsx'), 'AdminIssuesPage'),
})

const issue = createRoute({
  getParentRoute: () => admin,
  path: '/issues/$issue',
  component: lazyRouteComponent(() => import('../pages/admin/issues/issue-page.tsx'), 'AdminIssuePage'),
})

export const issueRoutes = [issues, issue]
