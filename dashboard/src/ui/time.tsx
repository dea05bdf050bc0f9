import { useSyncExternalStore } from 'react'
import { locale } from './locale.ts'
import { useStore } from './store.ts'
import { texts } from './texts.ts'

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })

/** A relative time such as "3 min. ago", which stays current. The tooltip has the exact time. */
export function Time({ at }: { at: string }) {
  const now = useNow()
  useStore(locale)
  return (
    <time dateTime={at} title={exactTime(new Date(at))} className="whitespace-nowrap">
      {ago(new Date(at), now)}
    </time>
  )
}

/** A date in the reader's locale. The tooltip has the exact time. */
export function Day({ at }: { at: string }) {
  useStore(locale)
  return (
    <time dateTime={at} title={exactTime(new Date(at))} className="whitespace-nowrap">
      {shortDay(new Date(at))}
    </time>
  )
}

/** Returns the current time, rounded down to half a minute. */
export function useNow(): number {
  return useSyncExternalStore(everyHalfMinute, halfMinutes) * 30_000
}

export function shortDay(date: Date): string {
  const thisYear = date.getFullYear() === new Date().getFullYear()
  return formatDate(date, { day: 'numeric', month: 'short', ...(!thisYear && { year: 'numeric' }) })
}

/** Returns "Today", "Yesterday" or the date. */
export function dayName(date: Date): string {
  const days = Math.round((startOfDay(new Date()) - startOfDay(date)) / 86_400_000)
  return days === 0 ? texts.time.today : days === 1 ? texts.time.yesterday : shortDay(date)
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

export function timeOfDay(date: Date): string {
  return formatDate(date, { timeStyle: 'short' })
}

export function exactTime(date: Date): string {
  return formatDate(date, { dateStyle: 'medium', timeStyle: 'short' })
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Formats a date. Caches the formatters, because creating one is much slower than using it. */
function formatDate(date: Date, options: Intl.DateTimeFormatOptions): string {
  const tag = locale.get()
  const key = tag + JSON.stringify(options)
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(tag, options)
  formatters.set(key, formatter)
  return formatter.format(date)
}

function ago(then: Date, now: number): string {
  const seconds = Math.max(0, (now - then.getTime()) / 1000)
  if (seconds < 60) return texts.time.justNow
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
