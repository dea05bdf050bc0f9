import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { filterOf, publicSkillQuery, readSkillSearch, skillsQuery } from '../pages/skills/queries.ts'
import { queryClient } from '../query-client.ts'
import { read } from '../read.ts'
import { root } from './root.ts'
import { asCount, searchOf } from './search.ts'
import { shell } from './shell.ts'

const skills = createRoute({
  getParentRoute: () => shell,
  path: '/skills',
  validateSearch: readSkillSearch,
  loaderDeps: ({ search: { which, tag, find } }) => ({ which, tag, find }),
  loader: ({ deps }) => void queryClient.prefetchInfiniteQuery(skillsQuery(filterOf(deps))),
  component: lazyRouteComponent(() => import('../pages/skills/skills-page.tsx'), 'SkillsPage'),
})

const newSkill = createRoute({
  getParentRoute: () => shell,
  path: '/skills/new',
  component: lazyRouteComponent(() => import('../pages/skills/new-skill-page.tsx'), 'NewSkillPage'),
})

const readRevision = searchOf({ revision: asCount })

const skill = createRoute({
  getParentRoute: () => shell,
  path: '/skills/$skill',
  validateSearch: readRevision,
  loaderDeps: ({ search: { revision } }) => ({ revision }),
  loader: ({ params, deps }) =>
    void queryClient.prefetchQuery(read('skills.get', { skill: params.skill, revision: deps.revision })),
  component: lazyRouteComponent(() => import('../pages/skills/skill-page.tsx'), 'SkillPage'),
})

const revisions = createRoute({
  getParentRoute: () => shell,
  path: '/skills/$skill/revisions',
  validateSearch: searchOf({ from: asCount, to: asCount }),
  component: lazyRouteComponent(
    () => import('../pages/skills/skill-revisions-page.tsx'),
    'SkillRevisionsPage',
  ),
})

export const skillRoutes = [skills, newSkill, skill, revisions] as const

/** Outside of the shell, because it is visible without signing in. */
export const publicSkillRoute = createRoute({
  getParentRoute: () => root,
  path: '/public/skills/$slug',
  loader: ({ params }) => void queryClient.prefetchQuery(publicSkillQuery(params.slug)),
  component: lazyRouteComponent(() => import('../pages/skills/public-skill-page.tsx'), 'PublicSkillPage'),
})
