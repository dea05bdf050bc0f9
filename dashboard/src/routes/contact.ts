import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signInOptionsQuery } from '../queries.ts'
import { queryClient } from '../query-client.ts'
import { root } from './root.ts'

/** Outside of the shell, because visitors use it without signing in. */
export const contactRoute = createRoute({
  getParentRoute: () => root,
  path: '/contact',
  loader: () => queryClient.ensureQueryData(signInOptionsQuery).catch(() => undefined),
  component: lazyRouteComponent(() => import('../pages/contact/contact-page.tsx'), 'ContactPage'),
})
