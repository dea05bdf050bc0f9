import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from './shell.ts'

/** Where a number in a text leads: to the page of whatever has it. */
export const itemRoute = createRoute({
  getParentRoute: () => shell,
  path: '/items/$item',
  component: lazyRouteComponent(() => import('../pages/items/item-page.tsx'), 'ItemPage'),
})
