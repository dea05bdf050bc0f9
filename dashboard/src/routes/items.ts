import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from './shell.ts'

/** The target of item numbers in texts. Redirects to the page of the item. */
export const itemRoute = createRoute({
  getParentRoute: () => shell,
  path: '/items/$item',
  component: lazyRouteComponent(() => import('../pages/items/item-page.tsx'), 'ItemPage'),
})
