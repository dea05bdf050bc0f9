import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { Profile } from '../../client.ts'
import { meQuery } from '../../queries.ts'

/** What an operation answered about the caller's account, shown wherever it is shown. */
export function showProfile(cache: QueryClient, profile: Profile): void {
  cache.setQueryData(meQuery.queryKey, (me) => me && { ...me, user: profile })
}

export function useProfile(): Profile | undefined {
  return useQuery(meQuery).data?.user
}
