import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { countsQuery, peopleQuery, personQuery } from '../pages/admin/people/queries.ts'
import { allTeamsQuery, anyTeamQuery } from '../pages/admin/teams/queries.ts'
import { queryClient } from '../query-client.ts'
import { admin } from './admin-frame.ts'
import { asText, oneOf, searchOf } from './search.ts'

/** The filter of the list of people. */
const readPeopleSearch = searchOf({
  search: asText,
  state: oneOf(['active', 'suspended', 'closing'] as const),
  role: oneOf(['admin', 'user'] as const),
})

const people = createRoute({
  getParentRoute: () => admin,
  path: '/people',
  validateSearch: readPeopleSearch,
  loaderDeps: ({ search: { search, state, role } }) => ({ search, state, role }),
  loader: ({ deps }) => {
    void queryClient.prefetchInfiniteQuery(peopleQuery(deps))
    void queryClient.prefetchQuery(countsQuery(deps))
  },
  component: lazyRouteComponent(() => import('../pages/admin/people/people-page.tsx'), 'PeoplePage'),
})

const person = createRoute({
  getParentRoute: () => admin,
  path: '/people/$user',
  loader: ({ params: { user } }) => void queryClient.prefetchQuery(personQuery(user)),
  component: lazyRouteComponent(() => import('../pages/admin/people/person-page.tsx'), 'PersonPage'),
})

const readTeamsSearch = searchOf({ search: asText })

const teams = createRoute({
  getParentRoute: () => admin,
  path: '/teams',
  validateSearch: readTeamsSearch,
  loaderDeps: ({ search: { search } }) => ({ search }),
  loader: ({ deps }) => void queryClient.prefetchInfiniteQuery(allTeamsQuery(deps)),
  component: lazyRouteComponent(() => import('../pages/admin/teams/teams-page.tsx'), 'AllTeamsPage'),
})

const team = createRoute({
  getParentRoute: () => admin,
  path: '/teams/$team',
  loader: ({ params: { team: id } }) => void queryClient.prefetchQuery(anyTeamQuery(id)),
  component: lazyRouteComponent(() => import('../pages/admin/teams/team-page.tsx'), 'AnyTeamPage'),
})

export const peopleRoutes = [people, person, teams, team]
