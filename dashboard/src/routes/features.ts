import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { filterOf, readFeatureSearch } from '../pages/features/feature-search.ts'
import { featuresQuery } from '../pages/features/queries.ts'
import { queryClient } from '../query-client.ts'
import { read } from '../read.ts'
import { project } from './project.ts'

const features = createRoute({
  getParentRoute: () => project,
  path: '/features',
  validateSearch: readFeatureSearch,
  loaderDeps: ({ search: { which, kind } }) => ({ which, kind }),
  loader: ({ params: { slug }, deps }) =>
    void queryClient.prefetchInfiniteQuery(featuresQuery(slug, filterOf(deps))),
  component: lazyRouteComponent(() => import('../pages/features/features-page.tsx'), 'FeaturesPage'),
})

const feature = createRoute({
  getParentRoute: () => project,
  path: '/features/$feature',
  loader: ({ params: { slug, feature: key } }) =>
    void queryClient.prefetchQuery(read('features.getProjectFeature', { project: slug, feature: key })),
  component: lazyRouteComponent(() => import('../pages/features/feature-page.tsx'), 'FeaturePage'),
})

export const featureRoutes = [features, feature] as const
