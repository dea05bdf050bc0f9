import type { OutputOf, Role } from '../../client.ts'
import { readAll, readFilteredPages } from '../../read.ts'

export type Member = OutputOf<'members.list'>['items'][number]

export interface MemberFilter {
  search?: string | undefined
  role?: Role | undefined
}

export const membersQuery = ({ search, role }: MemberFilter) =>
  readFilteredPages('members.list', { search, role, limit: 50 })

/** All members, for selection lists. */
export const everybodyQuery = readAll('members.list', { limit: 200 })
