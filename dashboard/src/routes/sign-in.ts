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
 * The ways in, and what links from mails lead to: pages outside of the shell.
 */

/** Where the person wanted to go before signing in. */
const readDestination = searchOf({ to: ownPath })
type Destination = ReturnType<typeof readDestination>

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
  validateSearch: readDestination,
  beforeLoad: forStrangers,
  loader: loadOptions,
  component: lazyRouteComponent(() => import('../pages/accounts/sign-in-page.tsx'), 'SignInPage'),
})

const signInCode = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/code',
  validateSearch: readDestination,
  beforeLoad: ({ search }) => {
    forStrangers({ search })
    if (!requestedCode.get()) throw redirect({ to: '/sign-in', search })
  },
  component: lazyRouteComponent(() => import('../pages/accounts/code-page.tsx'), 'CodePage'),
})

const signInLink = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/link',
  validateSearch: readDestination,
  beforeLoad: ({ search }) => {
    // A link may be followed while somebody is signed in.
    if (Object.keys(linkParameters('/sign-in/link')).length > 0) return
    forStrangers({ search: { to: search.to ?? storedDestination() } })
    if (!requestedLink.get()) throw redirect({ to: '/sign-in', search })
  },
  component: lazyRouteComponent(() => import('../pages/accounts/link-page.tsx'), 'LinkPage'),
})

const signInFinish = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/finish',
  beforeLoad: () => {
    const { ticket, to } = linkParameters('/sign-in/finish')
    if (ticket === undefined) forStrangers({ search: { to: ownPath(to) } })
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
    forStrangers({ search })
    throw redirect({ to: '/sign-in', search })
  },
  component: lazyRouteComponent(() => import('../pages/accounts/second-factor-page.tsx'), 'SecondFactorPage'),
})

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  validateSearch: readDestination,
  // A newcomer sets things up first, unless they were on their way somewhere.
  beforeLoad: ({ search: { to = '/onboarding' } }) => forStrangers({ search: { to } }),
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
  beforeLoad: forMembers,
  component: lazyRouteComponent(() => import('../pages/accounts/verify-email-page.tsx'), 'VerifyEmailPage'),
})

const device = createRoute({
  getParentRoute: () => root,
  path: '/device',
  beforeLoad: forMembers,
  component: lazyRouteComponent(() => import('../pages/accounts/device-page.tsx'), 'DevicePage'),
})

const mcpSignIn = createRoute({
  getParentRoute: () => root,
  path: '/mcp-sign-in/$request',
  beforeLoad: forMembers,
  component: lazyRouteComponent(() => import('../pages/mcp-sign-in/mcp-sign-in-page.tsx'), 'McpSignInPage'),
})

export const signInRoutes = [
  ...([signIn, signInCode, signInLink, signInFinish, signInSecondFactor, signUp] as const),
  ...([forgotPassword, resetPassword, verifyEmail, device, mcpSignIn] as const),
] as const
