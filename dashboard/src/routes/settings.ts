import { type RouteComponent, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { billingQuery } from '../pages/billing/queries.ts'
import { loginsQuery } from '../queries.ts'
import { queryClient } from '../query-client.ts'
import { read } from '../read.ts'
import { asText, searchOf } from './search.ts'
import { shell } from './shell.ts'

/** Settings of the user and their account. They also work without an organization. */
const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  component: lazyRouteComponent(() => import('../pages/settings/settings-frame.tsx'), 'SettingsFrame'),
})

const start = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/profile' })
  },
})

/** Creates the route of a settings page, with a loader that starts its queries. */
const settingsPage = <const Path extends string>(path: Path, component: RouteComponent, load = () => {}) =>
  createRoute({ getParentRoute: () => settings, path, loader: load, component })

const codeHost = createRoute({
  getParentRoute: () => settings,
  path: '/code-host',
  // The project whose repositories the user wants to connect.
  validateSearch: searchOf({ project: asText }),
  loader: () => void queryClient.prefetchQuery(read('codeHosts.getOwn', {})),
  component: lazyRouteComponent(
    () => import('../pages/code-hosts/own-code-host-page.tsx'),
    'OwnCodeHostPage',
  ),
})

export const settingsRoutes = settings.addChildren([
  start,
  settingsPage(
    '/profile',
    lazyRouteComponent(() => import('../pages/settings/profile-page.tsx'), 'ProfilePage'),
  ),
  settingsPage(
    '/public-profile',
    lazyRouteComponent(() => import('../pages/settings/public-profile-page.tsx'), 'PublicProfilePage'),
    () => void queryClient.prefetchQuery(read('profiles.getOwn', {})),
  ),
  settingsPage(
    '/preferences',
    lazyRouteComponent(() => import('../pages/preferences/preferences-page.tsx'), 'PreferencesPage'),
  ),
  settingsPage(
    '/notifications',
    lazyRouteComponent(
      () => import('../pages/notifications/notification-settings-page.tsx'),
      'NotificationSettingsPage',
    ),
    () => void queryClient.prefetchQuery(read('notifications.getPreferences', {})),
  ),
  settingsPage(
    '/sign-in',
    lazyRouteComponent(() => import('../pages/settings/sign-in-methods-page.tsx'), 'SignInMethodsPage'),
    () => {
      void queryClient.prefetchQuery(read('passkeys.list', {}))
      void queryClient.prefetchQuery(read('secondFactor.get', {}))
      void queryClient.prefetchQuery(read('connectedAccounts.list', {}))
    },
  ),
  settingsPage(
    '/devices',
    lazyRouteComponent(() => import('../pages/logins/devices-page.tsx'), 'DevicesPage'),
    () => void queryClient.prefetchQuery(loginsQuery),
  ),
  settingsPage(
    '/sync',
    lazyRouteComponent(() => import('../pages/sync/sync-page.tsx'), 'SyncPage'),
    () => void queryClient.prefetchQuery(read('devices.list', {})),
  ),
  settingsPage(
    '/api-keys',
    lazyRouteComponent(() => import('../pages/credentials/api-keys-page.tsx'), 'ApiKeysPage'),
    () => void queryClient.prefetchQuery(read('credentials.listApiKeys', {})),
  ),
  codeHost,
  settingsPage(
    '/billing',
    lazyRouteComponent(() => import('../pages/billing/billing-page.tsx'), 'BillingPage'),
    () => void queryClient.prefetchQuery(billingQuery),
  ),
  settingsPage(
    '/account',
    lazyRouteComponent(() => import('../pages/settings/account-page.tsx'), 'AccountPage'),
  ),
])
