import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { activityQuery, analyticsQuery, teamMembersQuery, teamsQuery } from '../pages/teams/queries.ts'
import { queryClient } from '../query-client.ts'
import { read } from '../read.ts'
import { shell } from './shell.ts'

const teams = createRoute({
  getParentRoute: () => shell,
  path: '/teams',
  loader: () => void queryClient.prefetchInfiniteQuery(teamsQuery),
  component: lazyRouteComponent(() => import('../pages/teams/teams-page.tsx'), 'TeamsPage'),
})

const team = createRoute({
  getParentRoute: () => shell,
  path: '/teams/$team',
  loader: ({ params }) => void queryClient.prefetchQuery(read('teams.get', { team: params.team })),
  component: lazyRouteComponent(() => import('../pages/teams/team-frame.tsx'), 'TeamFrame'),
})

const home = createRoute({
  getParentRoute: () => team,
  path: '/',
  loader: ({ params }) => {
    void queryClient.prefetchQuery(analyticsQuery(params.team, 12))
    void queryClient.prefetchInfiniteQuery(activityQuery(params.team))
  },
  component: lazyRouteComponent(() => import('../pages/teams/team-home.tsx'), 'TeamHome'),
})

const members = createRoute({
  getParentRoute: () => team,
  path: '/members',
  loader: ({ params }) => void queryClient.prefetchInfiniteQuery(teamMembersQuery(params.team)),
  component: lazyRouteComponent(() => import('../pages/teams/team-members.tsx'), 'TeamMembers'),
})

const settings = createRoute({
  getParentRoute: () => team,
  path: '/settings',
  component: lazyRouteComponent(() => import('../pages/teams/team-settings.tsx'), 'TeamSettings'),
})

export const teamRoutes = [teams, team.addChildren([home, members, settings])] as const
