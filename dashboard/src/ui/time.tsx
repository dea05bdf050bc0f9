import { useSyncExternalStore } from 'react'
import { locale } from './locale.ts'
import { useStore } from './store.ts'

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })

/** "3 min. ago", kept true while it is looked at; the exact time when pointed at. */
export function Time({ at }: { at: string }) {
  const now = useNow()
  useStore(locale)
  return (
    <time dateTime={at} title={exactTime(new Date(at))} className="whitespace-nowrap">
      {ago(new Date(at), now)}
    </time>
  )
}

/** A day, past or to come, in the way that the reader writes it; the exact time when pointed at. */
export function Day({ at }: { at: string }) {
  useStore(locale)
  return (
    <time dateTime={at} title={exactTime(new Date(at))} className="whitespace-nowrap">
      {shortDay(new Date(at))}
    </time>
  )
}

/** Now, to the half minute. */
export function useNow(): number {
  return useSyncExternalStore(everyHalfMinute, halfMinutes) * 30_000
}

export function shortDay(date: Date): string {
  const thisYear = date.getFullYear() === new Date().getFullYear()
  return written(date, { day: 'numeric', month: 'short', ...(!thisYear && { year: 'numeric' }) })
}

/** "Today", "Yesterday", or the day. */
export function dayName(date: Date): string {
  const days = Math.round((startOfDay(new Date()) - startOfDay(date)) / 86_400_000)
  return days === 0 ? 'Today' : days === 1 ? 'Yesterday' : shortDay(date)
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

export function timeOfDay(date: Date): string {
  return written(date, { timeStyle: 'short' })
}

export function exactTime(date: Date): string {
  return written(date, { dateStyle: 'medium', timeStyle: 'short' })
}

const writers = new Map<string, Intl.DateTimeFormat>()

/** Making one takes far longer than using it. */
function written(date: Date, options: Intl.DateTimeFormatOptions): string {
  const tag = locale.get()
  const name = tag + JSON.stringify(options)
  const writer = writers.get(name) ?? new Intl.DateTimeFormat(tag, options)
  writers.set(name, writer)
  return writer.format(date)
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
