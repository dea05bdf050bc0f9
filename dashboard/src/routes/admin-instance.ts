import { type RouteComponent, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { admin } from './admin-frame.ts'

/** Creates the route of an administration page. */
const adminPage = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => admin, path, component })

export const instanceRoutes = [
  adminPage(
    '/contact',
    lazyRouteComponent(() => import('../pages/admin/contact/contact-page.tsx'), 'ContactMessagesPage'),
  ),
  adminPage(
    '/notifications',
    lazyRouteComponent(
      () => import('../pages/admin/notifications/notifications-page.tsx'),
      'AdminNotificationsPage',
    ),
  ),
  adminPage(
    '/settings',
    lazyRouteComponent(() => import('../pages/admin/settings/settings-page.tsx'), 'InstanceSettingsPage'),
  ),
  adminPage(
    '/sponsors',
    lazyRouteComponent(() => import('../pages/admin/sponsors/sponsors-page.tsx'), 'SponsorsPage'),
  ),
]
