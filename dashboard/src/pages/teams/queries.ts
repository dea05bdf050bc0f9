import { queryOptions } from '@tanstack/react-query'
import { type OutputOf, call } from '../../client.ts'
import { allItems, pagesQuery } from '../../pages-query.ts'

export type Team = OutputOf<'teams.get'>
export type TeamMember = OutputOf<'teamMembers.list'>['items'][number]
export type Analytics = OutputOf<'teams.getTeamAnalytics'>

export const teamsQuery = pagesQuery(['teams'], (cursor, signal) =>
  call('teams.list', { mine: false, limit: 100, cursor }, { signal }),
)

/** All of them, to choose from. */
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
    // Every change counts, and none is worth computing it anew at once.
    refetchInterval: 60_000,
  })

export const presenceQuery = (team: string) =>
  queryOptions({
    queryKey: ['team-presence', team],
    queryFn: ({ signal }) => call('teams.getTeamPresence', { team }, { signal }),
    // Who comes and goes in a browser is told by the hub; that an agent is still there is no news to it.
    refetchInterval: 60_000,
    staleTime: 0,
  })

export const activityQuery = (team: string) =>
  pagesQuery(['team-activity', team], (before, signal) =>
    call('teams.listTeamActivity', { team, limit: 30, before }, { signal }),
  )

/** Weeks begin where the reader is. */
function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
