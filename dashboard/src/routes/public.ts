import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { publicProjectQuery } from '../pages/public/queries.ts'
import { queryClient } from '../query-client.ts'
import { root } from './root.ts'

/** Outside of the shell, because it is visible without signing in. */
export const publicRoute = createRoute({
  getParentRoute: () => root,
  path: '/public/$user/$slug',
  loader: ({ params: { user, slug } }) =>
    void queryClient.prefetchInfiniteQuery(publicProjectQuery(user, slug)),
  component: lazyRouteComponent(() => import('../pages/public/public-page.tsx'), 'PublicPage'),
})
