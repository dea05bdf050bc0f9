import { queryOptions } from '@tanstack/react-query'
import { type OutputOf, call } from '../../client.ts'
import { allItems, pagesQuery } from '../../pages-query.ts'

export type Team = OutputOf<'teams.get'>
export type TeamMember = OutputOf<'teamMembers.list'>['items'][number]
export type Analytics = OutputOf<'teams.getTeamAnalytics'>

export const teamsQuery = pagesQuery(['teams'], (cursor, signal) =>
  call('teams.list', { mine: false, limit: 100, cursor }, { signal }),
)

/** All teams, for selection lists. */
export const everyTeamQuery = queryOptions({
  queryKey: ['every-team'],
  queryFn: ({ signal }) =>
    allItems((cursor) => call('teams.list', { mine: false, limit: 200, cursor }, { signal })),
})

export const teamQuery = (team: string) =>
  queryOptions({
    queryKey: ['team', team],
    queryFn: ({ signal }) => call('teams.get', { team }, { signal }),
  })

export const teamMembersQuery = (team: string) =>
  pagesQuery(['team', team, 'members'], (cursor, signal) =>
    call('teamMembers.list', { team, limit: 100, cursor }, { signal }),
  )

export const analyticsQuery = (team: string, weeks: number) =>
  queryOptions({
    queryKey: ['team-analytics', team, weeks],
    queryFn: ({ signal }) => call('teams.getTeamAnalytics', { team, weeks, timezone: ownZone() }, { signal }),
    // Every event affects analytics, but recomputing them on each one would be too expensive.
    refetchInterval: 60_000,
  })

export const presenceQuery = (team: string) =>
  queryOptions({
    queryKey: ['team-presence', team],
    queryFn: ({ signal }) => call('teams.getTeamPresence', { team }, { signal }),
    // The hub reports browsers that connect and disconnect, but not that an agent is still active.
    refetchInterval: 60_000,
    staleTime: 0,
  })

export const activityQuery = (team: string) =>
  pagesQuery(['team-activity', team], (before, signal) =>
    call('teams.listTeamActivity', { team, limit: 30, before }, { signal }),
  )

/** Weeks start in the reader's time zone. */
function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
