import { keepPreviousData } from '@tanstack/react-query'
import type { OutputOf, Role } from '../../client.ts'
import { readAll, readPages } from '../../read.ts'

export type Member = OutputOf<'members.list'>['items'][number]

export interface MemberFilter {
  search?: string | undefined
  role?: Role | undefined
}

export const membersQuery = ({ search, role }: MemberFilter) => ({
  ...readPages('members.list', { search, role, limit: 50 }),
  // Keeps the previous results visible while the user types.
  placeholderData: keepPreviousData,
})

/** All members, for selection lists. */
export const everybodyQuery = readAll('members.list', { limit: 200 })
