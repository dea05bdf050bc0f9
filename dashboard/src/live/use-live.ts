import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { meQuery } from '../queries.ts'
import { createStore } from '../ui/store.ts'
import { refreshChanged } from './refresh-changed.ts'
import type { Bookmark, Way } from './follow-changes.ts'
import { follow as followOrganization } from './follow.ts'
import { showUpdates } from './show-updates.ts'
import { present } from './presence.ts'
import { useOwnPresence } from './use-own-presence.ts'

export const connected = createStore(true)
/** How it is known what happens, once it is. */
export const liveBy = createStore<Way | null>(null)

const hiddenTooLong = 60_000

let stop = () => {}

/** Before signing out: a session that ends under a waiting request would be answered with a refusal. */
export function stopFollowing(): void {
  stop()
}

/** Keeps everything on the page as the server has it. Rests while nobody looks, and catches up afterwards. */
export function useLive(): void {
  const cache = useQueryClient()
  useOwnPresence()
  useEffect(() => {
    const bookmark: Bookmark = { cursor: 'latest' }
    let following: AbortController | undefined
    let resting: ReturnType<typeof setTimeout> | undefined

    const follow = () => {
      clearTimeout(resting)
      if (following) return
      following = new AbortController()
      void followOrganization(following.signal, bookmark, {
        onEvents(events) {
          refreshChanged(cache, events)
          void showUpdates(events, cache.getQueryData(meQuery.queryKey)?.user.id)
        },
        onGap: () => void cache.invalidateQueries(),
        onConnection(way) {
          if (liveBy.get() !== way) liveBy.set(way)
          if (connected.get() === (way !== null)) return
          connected.set(way !== null)
          // What happened meanwhile is caught up with; what could not be read meanwhile is read now.
          if (way) void cache.invalidateQueries({ predicate: ({ state: { status } }) => status === 'error' })
        },
        onPresence(people) {
          present.set(people)
          void cache.invalidateQueries({ queryKey: ['teams.getTeamPresence'] })
        },
      })
    }
    const rest = () => {
      following?.abort()
      following = undefined
      present.set([])
      liveBy.set(null)
    }
    stop = rest
    const look = () => {
      if (document.visibilityState === 'visible') follow()
      else resting = setTimeout(rest, hiddenTooLong)
    }

    follow()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      clearTimeout(resting)
      rest()
      connected.set(true)
    }
  }, [cache])
}
