import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { signInOptionsQuery } from '../queries.ts'
import { queryClient } from '../query-client.ts'
import { session } from '../session.ts'
import { root } from './root.ts'

/**
 * The frame around every page that requires a session. Redirects to the sign-in, which returns to the page. The first
 * visitor of an empty instance creates the first account instead.
 */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    if (session.get().token) return
    const options = await queryClient.ensureQueryData(signInOptionsQuery).catch(() => undefined)
    throw redirect({
      to: options?.empty ? '/sign-up' : '/sign-in',
      search: location.pathname === '/' ? {} : { to: location.href },
    })
  },
  component: lazyRouteComponent(() => import('../shell/shell.tsx'), 'Shell'),
})
