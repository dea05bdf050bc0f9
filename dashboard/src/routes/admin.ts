import { redirect, createRoute } from '@tanstack/react-router'
import { communityRoute } from './admin-community.ts'
import { contentRoutes } from './admin-content.ts'
import { admin } from './admin-frame.ts'
import { instanceRoutes } from './admin-instance.ts'
import { issueRoutes } from './admin-issues.ts'
import { marketplaceAdminRoutes } from './admin-marketplace.ts'
import { overviewRoutes } from './admin-overview.ts'
import { peopleRoutes } from './admin-people.ts'

const start = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/overview' })
  },
})

/** The administration of the instance. */
export const adminRoutes = admin.addChildren([
  start,
  ...overviewRoutes,
  ...peopleRoutes,
  communityRoute,
  ...issueRoutes,
  ...contentRoutes,
  ...instanceRoutes,
  ...marketplaceAdminRoutes,
])
