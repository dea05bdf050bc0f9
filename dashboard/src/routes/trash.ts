import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { kindsInProject, trashKinds } from '../pages/trash/names.ts'
import { trashQuery } from '../pages/trash/queries.ts'
import { queryClient } from '../query-client.ts'
import { project } from './project.ts'
import { oneOf, searchOf } from './search.ts'
import { shell } from './shell.ts'

const readKind = searchOf({ kind: oneOf(trashKinds) })
const readKindInProject = searchOf({ kind: oneOf(kindsInProject) })

export const trashRoute = createRoute({
  getParentRoute: () => shell,
  path: '/trash',
  validateSearch: readKind,
  loaderDeps: ({ search: { kind } }) => ({ kind }),
  loader: ({ deps: { kind } }) =>
    void queryClient.prefetchInfiniteQuery(trashQuery({ ...(kind && { kind: [kind] }) })),
  component: lazyRouteComponent(() => import('../pages/trash/trash-page.tsx'), 'TrashPage'),
})

export const projectTrashRoute = createRoute({
  getParentRoute: () => project,
  path: '/trash',
  validateSearch: readKindInProject,
  loaderDeps: ({ search: { kind } }) => ({ kind }),
  loader: ({ params, deps: { kind } }) =>
    void queryClient.prefetchInfiniteQuery(
      trashQuery({ project: params.slug, ...(kind && { kind: [kind] }) }),
    ),
  component: lazyRouteComponent(() => import('../pages/trash/trash-page.tsx'), 'ProjectTrashPage'),
})
