import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { signInOptionsQuery } from '../queries.ts'
import { queryClient } from '../query-client.ts'
import { session } from '../session.ts'
import { root } from './root.ts'

/** Whether a user was signed in since this tab loaded. Then the instance has an account. */
let hadSession = false

/**
 * The frame around every page that requires a session. Redirects to the sign-in, which returns to the page. The first
 * visitor of an empty instance creates the first account instead.
 */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => {
    hadSession ||= session.get().token !== null
    if (session.get().token) return undefined
    const search = location.pathname === '/' ? {} : { to: location.href }
    // Without a request, because the pages must close immediately after a sign-out.
    if (hadSession) throw redirect({ to: '/sign-in', search })
    return queryClient
      .ensureQueryData(signInOptionsQuery)
      .catch(() => undefined)
      .then((options) => {
        throw redirect({ to: options?.empty ? '/sign-up' : '/sign-in', search })
      })
  },
  component: lazyRouteComponent(() => import('../shell/shell.tsx'), 'Shell'),
})
