import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readTaskSearch } from '../pages/tasks/task-filter.ts'
import { queryClient } from '../query-client.ts'
import { read } from '../read.ts'
import { shell } from './shell.ts'

/** The frame around every page of a project. */
export const project = createRoute({
  getParentRoute: () => shell,
  path: '/projects/$slug',
  validateSearch: readTaskSearch,
  loader: ({ params: { slug } }) => void queryClient.prefetchQuery(read('projects.get', { project: slug })),
  component: lazyRouteComponent(() => import('../pages/projects/project-frame.tsx'), 'ProjectFrame'),
})
