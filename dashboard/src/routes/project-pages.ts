import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { dueNextQuery, openFeaturesQuery } from '../pages/projects/home/queries.ts'
import { readInsightsSearch } from '../pages/projects/insights/insights-search.ts'
import { readTimelineSearch } from '../pages/projects/timeline/timeline-search.ts'
import { queryClient } from '../query-client.ts'
import { read, readAll } from '../read.ts'
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

const insights = createRoute({
  getParentRoute: () => project,
  path: '/insights',
  validateSearch: readInsightsSearch,
  component: lazyRouteComponent(() => import('../pages/projects/insights/insights-page.tsx'), 'InsightsPage'),
})

const timeline = createRoute({
  getParentRoute: () => project,
  path: '/timeline',
  validateSearch: readTimelineSearch,
  loader: ({ params: { slug } }) =>
    void queryClient.prefetchQuery(read('projects.getTimeline', { project: slug })),
  component: lazyRouteComponent(() => import('../pages/projects/timeline/timeline-page.tsx'), 'TimelinePage'),
})

const repos = createRoute({
  getParentRoute: () => project,
  path: '/repos',
  loader: ({ params: { slug } }) => void queryClient.prefetchQuery(readAll('repos.list', { project: slug })),
  component: lazyRouteComponent(() => import('../pages/repos/repos-page.tsx'), 'ReposPage'),
})

const repo = createRoute({
  getParentRoute: () => project,
  path: '/repos/$repo',
  loader: ({ params }) => void queryClient.prefetchQuery(read('repos.get', { repo: params.repo })),
  component: lazyRouteComponent(() => import('../pages/repos/repo-page.tsx'), 'RepoPage'),
})

const settings = createRoute({
  getParentRoute: () => project,
  path: '/settings',
  component: lazyRouteComponent(
    () => import('../pages/projects/settings/project-settings.tsx'),
    'ProjectSettings',
  ),
})

/** The overview, insights, timeline, repositories and settings of a project. */
export const projectPages = [overview, insights, timeline, repos, repo, settings] as const
