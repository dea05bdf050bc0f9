import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type OutputOf, type Role, call } from '../../client.ts'
import { allItems, pagesQuery } from '../../pages-query.ts'

export type Member = OutputOf<'members.list'>['items'][number]

export interface MemberFilter {
  search?: string | undefined
  role?: Role | undefined
}

export const membersQuery = ({ search, role }: MemberFilter) => ({
  ...pagesQuery(['members', 'listed', { search, role }], (cursor, signal) =>
    call('members.list', { search, role, cursor, limit: 50 }, { signal }),
  ),
  // Keeps the previous results visible while the user types.
  placeholderData: keepPreviousData,
})

/** All members, for selection lists. */
export const everybodyQuery = queryOptions({
  queryKey: ['members', 'everybody'],
  queryFn: ({ signal }) => allItems((cursor) => call('members.list', { cursor, limit: 200 }, { signal })),
})
