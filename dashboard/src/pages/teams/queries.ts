import type { OutputOf } from '../../client.ts'
import { ownTimezone } from '../../days.ts'
import { read, readAll, readPages } from '../../read.ts'

export type Team = OutputOf<'teams.get'>
export type TeamMember = OutputOf<'teamMembers.list'>['items'][number]
export type Analytics = OutputOf<'teams.getTeamAnalytics'>

export const teamsQuery = readPages('teams.list', { mine: false, limit: 100 })

/** All teams, for selection lists. */
export const everyTeamQuery = readAll('teams.list', { mine: false, limit: 200 })

export const teamMembersQuery = (team: string) => readPages('teamMembers.list', { team, limit: 100 })

export const analyticsQuery = (team: string, weeks: number) => ({
  ...read('teams.getTeamAnalytics', { team, weeks, timezone: ownTimezone() }),
  // Every event affects analytics, but recomputing them on each one would be too expensive.
  refetchInterval: 60_000,
})

export const presenceQuery = (team: string) => ({
  ...read('teams.getTeamPresence', { team }),
  // The hub reports browsers that connect and disconnect, but not that an agent is still active.
  refetchInterval: 60_000,
  staleTime: 0,
})

export const activityQuery = (team: string) =>
  readPages('teams.listTeamActivity', { team, limit: 30 }, 'before')
