import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from './shell.ts'

/** The frame of the administration of the instance. */
export const admin = createRoute({
  getParentRoute: () => shell,
  path: '/admin',
  component: lazyRouteComponent(() => import('../pages/admin/admin-frame.tsx'), 'AdminFrame'),
})
