import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readAdminPostSearch } from '../pages/admin/community/queries.ts'
import { admin } from './admin-frame.ts'

export const communityRoute = createRoute({
  getParentRoute: () => admin,
  path: '/community',
  validateSearch: readAdminPostSearch,
  component: lazyRouteComponent(
    () => import('../pages/admin/community/community-page.tsx'),
    'AdminCommunityPage',
  ),
})
