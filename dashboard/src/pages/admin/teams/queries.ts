import type { OutputOf } from '../../../client.ts'
import { read, readAll, readFilteredPages, readPages } from '../../../read.ts'

export type AdministeredTeam = OutputOf<'admin.getAnyTeam'>
export type MemberOfTeam = OutputOf<'admin.listAnyTeamMembers'>['items'][number]

export interface TeamsFilter {
  search?: string | undefined
}

export const allTeamsQuery = ({ search }: TeamsFilter) =>
  readFilteredPages('admin.listAllTeams', { search, limit: 50 })
export const anyTeamQuery = (team: string) => read('admin.getAnyTeam', { team })
export const anyTeamMembersQuery = (team: string) =>
  readPages('admin.listAnyTeamMembers', { team, limit: 50 })

/** Everyone in the organization of a team, for the selection of a new member. */
export const candidatesQuery = (organization: string) =>
  readAll('admin.listUsers', { organization, state: 'active', sort: 'name', limit: 200 })
