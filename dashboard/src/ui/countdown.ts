import { useSyncExternalStore } from 'react'

/** Whole seconds until a time, counted down to 0 while they are looked at. */
export function useSecondsUntil(time: number): number {
  return useSyncExternalStore(everySecond, () => Math.max(0, Math.ceil((time - Date.now()) / 1000)))
}

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, 1000)
  return () => clearInterval(timer)
}
