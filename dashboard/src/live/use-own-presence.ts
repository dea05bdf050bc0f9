import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ownPresence } from './presence.ts'

const idleAfterMs = 5 * 60_000
const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Reports the page that this tab shows, and "away" while the tab is hidden or idle. */
export function useOwnPresence(): void {
  const place = useRouterState({ select: ({ matches }) => JSON.stringify(placeOf(matches.at(-1))) })
  useEffect(() => {
    ownPresence.set({ ...ownPresence.get(), place: JSON.parse(place) as ReturnType<typeof placeOf> })
  }, [place])

  useEffect(() => {
    const ended = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const setStatus = (status: 'online' | 'away') => {
      if (ownPresence.get().status !== status) ownPresence.set({ ...ownPresence.get(), status })
    }
    const onActivity = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'hidden') return setStatus('away')
      setStatus('online')
      timer = setTimeout(() => setStatus('away'), idleAfterMs)
    }
    onActivity()
    for (const type of activityEvents)
      window.addEventListener(type, onActivity, { passive: true, capture: true, signal: ended.signal })
    document.addEventListener('visibilitychange', onActivity, ended)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [])
}

interface Match {
  params: unknown
  search: unknown
}

function placeOf(match: Match | undefined): { project: string; item?: string } | null {
  const { slug, feature, task: shown } = (match?.params ?? {}) as Record<string, string | undefined>
  const { task = shown } = (match?.search ?? {}) as { task?: string }
  if (!slug) return null
  const item = task ?? feature
  // A URL can contain anything, so only valid item numbers are reported.
  return { project: slug, ...(item && /^[A-Z][A-Z0-9]*-\d+$/.test(item) && { item }) }
}
