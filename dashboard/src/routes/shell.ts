import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { isFirstVisit, session } from '../session.ts'
import { root } from './root.ts'

/** The frame around every page for people who are signed in. Whoever is not does that first, and comes back. */
export const shell = createRoute({
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
  component: lazyRouteComponent(() => import('../shell/shell.tsx'), 'Shell'),
})
