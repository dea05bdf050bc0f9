import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { dueNextQuery, openFeaturesQuery } from '../pages/projects/home/queries.ts'
import { queryClient } from '../query-client.ts'
import { project } from './project.ts'

const overview = createRoute({
  getParentRoute: () => project,
  path: '/overview',
  loader: ({ params: { slug } }) => {
    void queryClient.prefetchInfiniteQuery(dueNextQuery(slug))
    void queryClient.prefetchInfiniteQuery(openFeaturesQuery(slug))
  },
  component: lazyRouteComponent(() => import('../pages/projects/home/home-page.tsx'), 'HomePage'),
})

const settings = createRoute({
  getParentRoute: () => project,
  path: '/settings',
  component: lazyRouteComponent(
    () => import('../pages/projects/settings/project-settings.tsx'),
    'ProjectSettings',
  ),
})

/** The overview and settings of a project. */
export const projectPages = [overview, settings] as const
