import type { OutputOf } from '../../client.ts'
import { read, readAll, readPages } from '../../read.ts'

export type Team = OutputOf<'teams.get'>
export type TeamMember = OutputOf<'teamMembers.list'>['items'][number]
export type Analytics = OutputOf<'teams.getTeamAnalytics'>

export const teamsQuery = readPages('teams.list', { mine: false, limit: 100 })

/** All of them, to choose from. */
export const everyTeamQuery = readAll('teams.list', { mine: false, limit: 200 })

export const teamMembersQuery = (team: string) => readPages('teamMembers.list', { team, limit: 100 })

export const analyticsQuery = (team: string, weeks: number) => ({
  ...read('teams.getTeamAnalytics', { team, weeks, timezone: ownZone() }),
  // Every change counts, and none is worth computing it anew at once.
  refetchInterval: 60_000,
})

export const presenceQuery = (team: string) => ({
  ...read('teams.getTeamPresence', { team }),
  // Who comes and goes in a browser is told by the hub; that an agent is still there is no news to it.
  refetchInterval: 60_000,
  staleTime: 0,
})

export const activityQuery = (team: string) =>
  readPages('teams.listTeamActivity', { team, limit: 30 }, 'before')

/** Weeks begin where the reader is. */
function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
