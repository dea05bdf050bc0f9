import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { meQuery } from '../queries.ts'
import { createStore } from '../ui/store.ts'
import { refreshChanged } from './refresh-changed.ts'
import type { FeedPosition, Transport } from './poll-events.ts'
import { followOrganization } from './follow-organization.ts'
import { showUpdates } from './show-updates.ts'
import { onlineMembers } from './presence.ts'
import { useOwnPresence } from './use-own-presence.ts'

export const connected = createStore(true)
/** The transport that delivers events, or null while disconnected. */
export const liveTransport = createStore<Transport | null>(null)

/** How long a hidden page stays connected. */
const hiddenTimeoutMs = 60_000

let stop = () => {}

/** Call it before signing out, so that no waiting request is rejected when the session ends. */
export function stopFollowing(): void {
  stop()
}

/** Keeps the page up to date with the server. Disconnects while the page is hidden, and catches up afterwards. */
export function useLive(): void {
  const cache = useQueryClient()
  useOwnPresence()
  useEffect(() => {
    const position: FeedPosition = { cursor: 'latest', hasGap: false }
    let following: AbortController | undefined
    let hiddenTimer: ReturnType<typeof setTimeout> | undefined

    const follow = () => {
      clearTimeout(hiddenTimer)
      if (following) return
      following = new AbortController()
      void followOrganization(following.signal, position, {
        onEvents(events) {
          refreshChanged(cache, events)
          void showUpdates(events, cache.getQueryData(meQuery.queryKey)?.user.id)
        },
        onGap: () => void cache.invalidateQueries(),
        onConnection(transport) {
          if (liveTransport.get() !== transport) liveTransport.set(transport)
          if (connected.get() === (transport !== null)) return
          connected.set(transport !== null)
          // Missed events are delivered now. Queries that failed while offline need a refetch.
          if (transport)
            void cache.invalidateQueries({ predicate: ({ state: { status } }) => status === 'error' })
        },
        onPresence(people) {
          onlineMembers.set(people)
          void cache.invalidateQueries({ queryKey: ['teams.getTeamPresence'] })
        },
      })
    }
    const disconnect = () => {
      following?.abort()
      following = undefined
      onlineMembers.set([])
      liveTransport.set(null)
    }
    stop = disconnect
    const onVisibilityChange = () => {
      if (document.visibilityState === 'visible') follow()
      else hiddenTimer = setTimeout(disconnect, hiddenTimeoutMs)
    }

    follow()
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange)
      clearTimeout(hiddenTimer)
      disconnect()
      connected.set(true)
    }
  }, [cache])
}
