import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ownPresence } from './presence.ts'

const idleAfter = 5 * 60_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Says where the person of this tab is: on which page, and away when nobody looks at it or touches it. */
export function useOwnPresence(): void {
  const place = useRouterState({ select: ({ matches }) => JSON.stringify(placeOf(matches.at(-1))) })
  useEffect(() => {
    ownPresence.set({ ...ownPresence.get(), place: JSON.parse(place) as ReturnType<typeof placeOf> })
  }, [place])

  useEffect(() => {
    const ended = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const say = (status: 'online' | 'away') => {
      if (ownPresence.get().status !== status) ownPresence.set({ ...ownPresence.get(), status })
    }
    const awake = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'hidden') return say('away')
      say('online')
      timer = setTimeout(() => say('away'), idleAfter)
    }
    awake()
    for (const sign of signs)
      window.addEventListener(sign, awake, { passive: true, capture: true, signal: ended.signal })
    document.addEventListener('visibilitychange', awake, ended)
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
  const { slug, feature } = (match?.params ?? {}) as { slug?: string; feature?: string }
  const { task } = (match?.search ?? {}) as { task?: string }
  if (!slug) return null
  const item = task ?? feature
  // Anybody can write an address: what is no number of an item names none.
  return { project: slug, ...(item && /^[A-Z][A-Z0-9]*-\d+$/.test(item) && { item }) }
}
