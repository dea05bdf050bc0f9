import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { storedDestination, ownPath } from '../destination.ts'
import { requestedCode, requestedLink } from '../pages/accounts/email-requests.ts'
import { pendingSecondFactor } from '../pages/accounts/second-factor.ts'
import { signInOptionsQuery } from '../queries.ts'
import { queryClient } from '../query-client.ts'
import { session } from '../session.ts'
import { linkParameters } from '../link-parameters.ts'
import { root } from './root.ts'
import { searchOf } from './search.ts'

/*
 * Pages outside of the shell: sign-in methods and the targets of links in emails.
 */

/** The page that the user wanted to open before signing in. */
const readDestination = searchOf({ to: ownPath })
type Destination = ReturnType<typeof readDestination>

/** Redirects signed-in users to their destination. */
const requireSignedOut = ({ search }: { search: Destination }) => {
  if (session.get().token) throw redirect({ href: search.to ?? '/' })
}

/** Redirects to the sign-in, which returns to the page. The parameters of a link stay stored until then. */
const requireSignedIn = ({ location }: { location: { pathname: string } }) => {
  if (!session.get().token) throw redirect({ to: '/sign-in', search: { to: location.pathname } })
}

/** Loads the options before the page shows, so that the layout doesn't shift. The page also works without them. */
const loadOptions = () => queryClient.ensureQueryData(signInOptionsQuery).catch(() => undefined)

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readDestination,
  beforeLoad: requireSignedOut,
  loader: loadOptions,
  component: lazyRouteComponent(() => import('../pages/accounts/sign-in-page.tsx'), 'SignInPage'),
})

const signInCode = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/code',
  validateSearch: readDestination,
  beforeLoad: ({ search }) => {
    requireSignedOut({ search })
    if (!requestedCode.get()) throw redirect({ to: '/sign-in', search })
  },
  component: lazyRouteComponent(() => import('../pages/accounts/code-page.tsx'), 'CodePage'),
})

const signInLink = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/link',
  validateSearch: readDestination,
  beforeLoad: ({ search }) => {
    // A link can be opened while a user is signed in.
    if (Object.keys(linkParameters('/sign-in/link')).length > 0) return
    requireSignedOut({ search: { to: search.to ?? storedDestination() } })
    if (!requestedLink.get()) throw redirect({ to: '/sign-in', search })
  },
  component: lazyRouteComponent(() => import('../pages/accounts/link-page.tsx'), 'LinkPage'),
})

const signInFinish = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/finish',
  beforeLoad: () => {
    const { ticket, to } = linkParameters('/sign-in/finish')
    if (ticket === undefined) requireSignedOut({ search: { to: ownPath(to) } })
  },
  component: lazyRouteComponent(() => import('../pages/accounts/finish-page.tsx'), 'FinishPage'),
})

const signInSecondFactor = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/second-factor',
  validateSearch: readDestination,
  beforeLoad: ({ search }) => {
    // A sign-in can wait for the second factor while another account is signed in.
    if (pendingSecondFactor.get()) return
    requireSignedOut({ search })
    throw redirect({ to: '/sign-in', search })
  },
  component: lazyRouteComponent(() => import('../pages/accounts/second-factor-page.tsx'), 'SecondFactorPage'),
})

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  validateSearch: readDestination,
  // New users start with the setup, unless they had another destination.
  beforeLoad: ({ search: { to = '/onboarding' } }) => requireSignedOut({ search: { to } }),
  loader: loadOptions,
  component: lazyRouteComponent(() => import('../pages/accounts/sign-up-page.tsx'), 'SignUpPage'),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  validateSearch: readDestination,
  loader: loadOptions,
  component: lazyRouteComponent(
    () => import('../pages/accounts/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(
    () => import('../pages/accounts/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
})

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  beforeLoad: requireSignedIn,
  component: lazyRouteComponent(() => import('../pages/accounts/verify-email-page.tsx'), 'VerifyEmailPage'),
})

const device = createRoute({
  getParentRoute: () => root,
  path: '/device',
  beforeLoad: requireSignedIn,
  component: lazyRouteComponent(() => import('../pages/accounts/device-page.tsx'), 'DevicePage'),
})

const mcpSignIn = createRoute({
  getParentRoute: () => root,
  path: '/mcp-sign-in/$request',
  beforeLoad: requireSignedIn,
  component: lazyRouteComponent(() => import('../pages/mcp-sign-in/mcp-sign-in-page.tsx'), 'McpSignInPage'),
})

export const signInRoutes = [
  signIn,
  signInCode,
  signInLink,
  signInFinish,
  signInSecondFactor,
  signUp,
  forgotPassword,
  resetPassword,
  verifyEmail,
  device,
  mcpSignIn,
] as const
