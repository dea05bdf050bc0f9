import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Profile } from '../../client.ts'
import { meQuery } from '../../queries.ts'
import { Loading } from '../../ui/spinner.tsx'
import { Trouble } from '../../ui/trouble.tsx'

/** What is shown of the account of whoever looks at it. */
export function OwnProfile({ children }: { children: (profile: Profile) => ReactNode }) {
  const me = useQuery(meQuery)
  if (me.isPending) return <Loading what="your account" />
  if (!me.data) return <Trouble error={me.error} onRetry={() => void me.refetch()} />
  return children(me.data.user)
}

/** What an operation answered about the caller's account, shown wherever it is shown. */
export function showProfile(cache: QueryClient, profile: Profile): void {
  cache.setQueryData(meQuery.queryKey, (me) => me && { ...me, user: profile })
}
