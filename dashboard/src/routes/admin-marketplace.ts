import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { allItemsQuery, anyItemQuery, readItemsSearch } from '../pages/admin/marketplace/queries.ts'
import { queryClient } from '../query-client.ts'
import { admin } from './admin-frame.ts'

const items = createRoute({
  getParentRoute: () => admin,
  path: '/marketplace',
  validateSearch: readItemsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => void queryClient.prefetchInfiniteQuery(allItemsQuery(deps)),
  component: lazyRouteComponent(
    () => import('../pages/admin/marketplace/items-page.tsx'),
    'MarketplaceItemsPage',
  ),
})

const item = createRoute({
  getParentRoute: () => admin,
  path: '/marketplace/$item',
  loader: ({ params }) => void queryClient.prefetchQuery(anyItemQuery(params.item)),
  component: lazyRouteComponent(
    () => import('../pages/admin/marketplace/item-page.tsx'),
    'AnyMarketplaceItemPage',
  ),
})

export const marketplaceAdminRoutes = [items, item]
