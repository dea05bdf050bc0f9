import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { isFirstVisit, session } from '../session.ts'
import { root } from './root.ts'

/** The frame around every page that requires a session. Redirects to the sign-in, which returns to the page. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => {
    if (session.get().token) return
    const isHome = location.pathname === '/' || location.pathname === '/projects'
    throw redirect({
      to: isHome && isFirstVisit() ? '/sign-up' : '/sign-in',
      search: isHome ? {} : { to: location.href },
    })
  },
  component: lazyRouteComponent(() => import('../shell/shell.tsx'), 'Shell'),
})
