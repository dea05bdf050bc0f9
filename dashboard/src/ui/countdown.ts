import { useSyncExternalStore } from 'react'

/** Returns the whole seconds until a time, and rerenders every second until 0. */
export function useSecondsUntil(time: number): number {
  return useSyncExternalStore(everySecond, () => Math.max(0, Math.ceil((time - Date.now()) / 1000)))
}

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, 1000)
  return () => clearInterval(timer)
}
