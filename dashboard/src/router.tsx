import {
  type RouteComponent,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { Priority, Status } from './client.ts'
import { keptDestination, ownPath } from './destination.ts'
import { askedCode, askedLink } from './pages/accounts/asked.ts'
import { priorities, statuses } from './pages/tasks/names.ts'
import {
  apiKeysQuery,
  connectedAccountsQuery,
  integrationsQuery,
  loginsQuery,
  passkeysQuery,
  projectQuery,
  projectsQuery,
  queryClient,
  signInOptionsQuery,
  tasksQuery,
  tokensQuery,
} from './queries.ts'
import { isFirstVisit, session } from './session.ts'
import { toldTo } from './told.ts'
import { NotFound } from './ui/not-found.tsx'
import { Trouble } from './ui/trouble.tsx'

const root = createRootRoute({ notFoundComponent: NotFound })

interface Destination {
  /** Where the person wanted to go before signing in. */
  to?: string | undefined
}

// The router keeps what is not named here as it came: so `to` is named in any case.
const validateDestination = (search: Record<string, unknown>): Destination => ({ to: ownPath(search.to) })

/** Whoever is signed in, or just did, goes on to where they wanted to be. */
const forStrangers = ({ search }: { search: Destination }) => {
  if (session.get().token) throw redirect({ href: search.to ?? '/projects' })
}

/** Whoever is not signed in does that first, and comes back; what a link told the page waits for them here. */
const forMembers = ({ location }: { location: { pathname: string } }) => {
  if (!session.get().token) throw redirect({ to: '/sign-in', search: { to: location.pathname } })
}

/** Known before the page is shown, so that nothing moves; but a page that does without is better than none. */
const loadOptions = () => queryClient.ensureQueryData(signInOptionsQuery).catch(() => undefined)

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: validateDestination,
  beforeLoad: forStrangers,
  loader: loadOptions,
  component: lazyRouteComponent(() => import('./pages/accounts/sign-in-page.tsx'), 'SignInPage'),
})

const signInCode = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/code',
  validateSearch: validateDestination,
  beforeLoad: ({ search }) => {
    forStrangers({ search })
    if (!askedCode.get()) throw redirect({ to: '/sign-in', search })
  },
  component: lazyRouteComponent(() => import('./pages/accounts/code-page.tsx'), 'CodePage'),
})

const signInLink = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/link',
  validateSearch: validateDestination,
  beforeLoad: ({ search }) => {
    // A link may be followed while somebody is signed in.
    if (Object.keys(toldTo('/sign-in/link')).length > 0) return
    forStrangers({ search: { to: search.to ?? keptDestination() } })
    if (!askedLink.get()) throw redirect({ to: '/sign-in', search })
  },
  component: lazyRouteComponent(() => import('./pages/accounts/link-page.tsx'), 'LinkPage'),
})

const signInFinish = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/finish',
  beforeLoad: () => {
    const { ticket, to } = toldTo('/sign-in/finish')
    if (ticket === undefined) forStrangers({ search: { to: ownPath(to) } })
  },
  component: lazyRouteComponent(() => import('./pages/accounts/finish-page.tsx'), 'FinishPage'),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  validateSearch: validateDestination,
  loader: loadOptions,
  component: lazyRouteComponent(
    () => import('./pages/accounts/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(
    () => import('./pages/accounts/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
})

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  beforeLoad: forMembers,
  component: lazyRouteComponent(() => import('./pages/accounts/verify-email-page.tsx'), 'VerifyEmailPage'),
})

const device = createRoute({
  getParentRoute: () => root,
  path: '/device',
  beforeLoad: forMembers,
  component: lazyRouteComponent(() => import('./pages/accounts/device-page.tsx'), 'DevicePage'),
})

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  validateSearch: validateDestination,
  beforeLoad: forStrangers,
  loader: loadOptions,
  component: lazyRouteComponent(() => import('./pages/accounts/sign-up-page.tsx'), 'SignUpPage'),
})

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => {
    if (session.get().token) return
    const home = location.pathname === '/' || location.pathname === '/projects'
    throw redirect({
      to: home && isFirstVisit() ? '/sign-up' : '/sign-in',
      search: home ? {} : { to: location.href },
    })
  },
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
})

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/projects' })
  },
})

const projects = createRoute({
  getParentRoute: () => shell,
  path: '/projects',
  validateSearch: (search: Record<string, unknown>): { archived?: true } =>
    search.archived === true ? { archived: true } : {},
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => void queryClient.prefetchQuery(projectsQuery(deps.archived ?? false)),
  component: lazyRouteComponent(() => import('./pages/projects/projects-page.tsx'), 'ProjectsPage'),
})

export interface ProjectSearch {
  task?: string
  status?: Status
  priority?: Priority
}

const project = createRoute({
  getParentRoute: () => shell,
  path: '/projects/$slug',
  validateSearch: ({ task, status, priority }: Record<string, unknown>): ProjectSearch => ({
    ...(typeof task === 'string' && { task }),
    ...(statuses.includes(status as Status) && { status: status as Status }),
    ...(priorities.includes(priority as Priority) && { priority: priority as Priority }),
  }),
  loaderDeps: ({ search: { status, priority } }) => ({ status, priority }),
  loader: ({ params: { slug }, deps }) => {
    void queryClient.prefetchQuery(projectQuery(slug))
    void queryClient.prefetchInfiniteQuery(tasksQuery(slug, deps as ProjectSearch))
  },
  component: lazyRouteComponent(() => import('./pages/projects/project-page.tsx'), 'ProjectPage'),
})

const connect = createRoute({
  getParentRoute: () => shell,
  path: '/connect',
  loader: () => void queryClient.prefetchQuery(tokensQuery),
  component: lazyRouteComponent(() => import('./pages/credentials/connect-page.tsx'), 'ConnectPage'),
})

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/settings-frame.tsx'), 'SettingsFrame'),
})

const settingsStart = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/profile' })
  },
})

/** A page of the settings, and what it begins to read before it is there. */
const inSettings = <const Path extends string>(path: Path, component: RouteComponent, load = () => {}) =>
  createRoute({ getParentRoute: () => settings, path, loader: load, component })

const settingsTree = settings.addChildren([
  settingsStart,
  inSettings(
    '/profile',
    lazyRouteComponent(() => import('./pages/settings/profile-page.tsx'), 'ProfilePage'),
  ),
  inSettings(
    '/preferences',
    lazyRouteComponent(() => import('./pages/preferences/preferences-page.tsx'), 'PreferencesPage'),
  ),
  inSettings(
    '/sign-in',
    lazyRouteComponent(() => import('./pages/settings/ways-in-page.tsx'), 'WaysInPage'),
    () => {
      void queryClient.prefetchQuery(passkeysQuery)
      void queryClient.prefetchQuery(connectedAccountsQuery)
    },
  ),
  inSettings(
    '/devices',
    lazyRouteComponent(() => import('./pages/logins/devices-page.tsx'), 'DevicesPage'),
    () => void queryClient.prefetchQuery(loginsQuery),
  ),
  inSettings(
    '/api-keys',
    lazyRouteComponent(() => import('./pages/credentials/api-keys-page.tsx'), 'ApiKeysPage'),
    () => void queryClient.prefetchQuery(apiKeysQuery),
  ),
  inSettings(
    '/integrations',
    lazyRouteComponent(() => import('./pages/integrations/integrations-page.tsx'), 'IntegrationsPage'),
    () => void queryClient.prefetchQuery(integrationsQuery),
  ),
  inSettings(
    '/account',
    lazyRouteComponent(() => import('./pages/settings/account-page.tsx'), 'AccountPage'),
  ),
])

export const router = createRouter({
  routeTree: root.addChildren([
    ...[signIn, signInCode, signInLink, signInFinish, signUp],
    ...[forgotPassword, resetPassword, verifyEmail, device],
    shell.addChildren([home, projects, project, connect, settingsTree]),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: ({ error, reset }) => (
    <Trouble error={error instanceof Error ? error : new Error(String(error))} onRetry={reset} />
  ),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
