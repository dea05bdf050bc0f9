import { useSyncExternalStore } from 'react'

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })
const dayOfYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** "3 min. ago", kept true while it is looked at; the exact time when pointed at. */
export function Time({ at }: { at: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={exact.format(new Date(at))} className="whitespace-nowrap">
      {ago(new Date(at), now)}
    </time>
  )
}

/** Now, to the half minute. */
export function useNow(): number {
  return useSyncExternalStore(everyHalfMinute, halfMinutes) * 30_000
}

export function shortDay(date: Date): string {
  return (date.getFullYear() === new Date().getFullYear() ? day : dayOfYear).format(date)
}

function ago(then: Date, now: number): string {
  const seconds = Math.max(0, (now - then.getTime()) / 1000)
  if (seconds < 60) return 'just now'
  if (seconds < 3600) return relative.format(-Math.floor(seconds / 60), 'minute')
  if (seconds < 86_400) return relative.format(-Math.floor(seconds / 3600), 'hour')
  if (seconds < 7 * 86_400) return relative.format(-Math.floor(seconds / 86_400), 'day')
  return shortDay(then)
}

function everyHalfMinute(tick: () => void): () => void {
  const timer = setInterval(tick, 30_000)
  return () => clearInterval(timer)
}

function halfMinutes(): number {
  return Math.floor(Date.now() / 30_000)
}
