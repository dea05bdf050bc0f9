import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import {
  itemQuery,
  marketplaceQuery,
  ownItemsQuery,
  readMarketplaceSearch,
} from '../pages/marketplace/queries.ts'
import { queryClient } from '../query-client.ts'
import { asText, searchOf } from './search.ts'
import { shell } from './shell.ts'

const marketplace = createRoute({
  getParentRoute: () => shell,
  path: '/marketplace',
  validateSearch: readMarketplaceSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => void queryClient.prefetchInfiniteQuery(marketplaceQuery(deps)),
  component: lazyRouteComponent(() => import('../pages/marketplace/marketplace-page.tsx'), 'MarketplacePage'),
})

const readPublishedSearch = searchOf({ find: asText })

const published = createRoute({
  getParentRoute: () => shell,
  path: '/marketplace/published',
  validateSearch: readPublishedSearch,
  loaderDeps: ({ search: { find } }) => ({ find }),
  loader: ({ deps }) => void queryClient.prefetchInfiniteQuery(ownItemsQuery(deps.find)),
  component: lazyRouteComponent(() => import('../pages/marketplace/published-page.tsx'), 'PublishedPage'),
})

const item = createRoute({
  getParentRoute: () => shell,
  path: '/marketplace/$item',
  loader: ({ params }) => void queryClient.prefetchQuery(itemQuery(params.item)),
  component: lazyRouteComponent(() => import('../pages/marketplace/item-page.tsx'), 'MarketplaceItemPage'),
})

export const marketplaceRoutes = [marketplace, published, item] as const
