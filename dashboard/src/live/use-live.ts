import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { meQuery } from '../queries.ts'
import { createStore } from '../ui/store.ts'
import { refreshChanged } from './refresh-changed.ts'
import { type Bookmark, followChanges } from './follow-changes.ts'
import { tellNews } from './news.ts'

export const connected = createStore(true)

const hiddenTooLong = 60_000

let stop = () => {}

/** Before signing out: a session that ends under a waiting request would be answered with a refusal. */
export function stopFollowing(): void {
  stop()
}

/** Keeps everything on the page as the server has it. Rests while nobody looks, and catches up afterwards. */
export function useLive(): void {
  const cache = useQueryClient()
  useEffect(() => {
    const bookmark: Bookmark = { cursor: 'latest' }
    let following: AbortController | undefined
    let resting: ReturnType<typeof setTimeout> | undefined

    const follow = () => {
      clearTimeout(resting)
      if (following) return
      following = new AbortController()
      void followChanges(following.signal, bookmark, {
        onEvents(events) {
          refreshChanged(cache, events)
          void tellNews(events, cache.getQueryData(meQuery.queryKey)?.user.id)
        },
        onGap: () => void cache.invalidateQueries(),
        onConnection: (state) => connected.get() !== state && connected.set(state),
      })
    }
    const rest = () => {
      following?.abort()
      following = undefined
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
