import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Profile } from '../../client.ts'
import { meQuery } from '../../queries.ts'
import { Loading } from '../../ui/spinner.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { texts } from './texts.ts'

/** Renders its children with the signed-in user's profile. */
export function OwnProfile({ children }: { children: (profile: Profile) => ReactNode }) {
  const me = useQuery(meQuery)
  if (me.isPending) return <Loading noun={texts.ownProfile.loading} />
  if (!me.data) return <LoadError error={me.error} onRetry={() => void me.refetch()} />
  return children(me.data.user)
}

/** Updates the user's profile in the cache after an operation returned it. */
export function showProfile(cache: QueryClient, profile: Profile): void {
  cache.setQueryData(meQuery.queryKey, (me) => me && { ...me, user: profile })
}
