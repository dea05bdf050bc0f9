import { createRootRoute, lazyRouteComponent } from '@tanstack/react-router'

export const root = createRootRoute({
  notFoundComponent: lazyRouteComponent(() => import('../shell/unknown-url.tsx'), 'UnknownUrl'),
})
