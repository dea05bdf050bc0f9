import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Profile } from '../../client.ts'
import { meQuery } from '../../queries.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { shellTexts } from './shell-texts.ts'

/** Renders its children with the signed-in user's profile. */
export function OwnProfile({ children }: { children: (profile: Profile) => ReactNode }) {
  const me = useQuery(meQuery)
  return (
    <Loaded query={me} noun={shellTexts.loadingProfile}>
      {({ user }) => children(user)}
    </Loaded>
  )
}

/** Updates the user's profile in the cache after an operation returned it. */
export function showProfile(cache: QueryClient, profile: Profile): void {
  cache.setQueryData(meQuery.queryKey, (me) => me && { ...me, user: profile })
}
