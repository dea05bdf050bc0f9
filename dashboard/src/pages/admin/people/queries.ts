import type { OutputOf } from '../../../client.ts'
import { read, readFilteredPages, readPages } from '../../../read.ts'

export type ListedPerson = OutputOf<'admin.listUsers'>['items'][number]
export type AdministeredPerson = OutputOf<'admin.getUser'>
export type PersonState = ListedPerson['state']

export interface PeopleFilter {
  search?: string | undefined
  state?: PersonState | undefined
  role?: ListedPerson['role'] | undefined
}

export const peopleQuery = ({ search, state, role }: PeopleFilter) =>
  readFilteredPages('admin.listUsers', { search, state, role, sort: 'name', limit: 50 })

/** The number of people in each state, whatever the other filters are. */
export const countsQuery = ({ search }: PeopleFilter) => read('admin.listUsers', { search, limit: 1 })

export const personQuery = (user: string) => read('admin.getUser', { user })
/** Refetched on every visit, because other users' logins send no live events. */
export const loginsOfQuery = (user: string) => read('admin.listUserLogins', { user })
export const projectsOfQuery = (user: string) => readPages('admin.listUserProjects', { user, limit: 20 })
export const teamsOfQuery = (user: string) => readPages('admin.listUserTeams', { user, limit: 20 })
export const notesOfQuery = (user: string) => readPages('admin.listUserNotes', { user, limit: 20 })
