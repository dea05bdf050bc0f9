import { CalendarIcon } from 'lucide-react'
import { Day, useNow } from '../../ui/time.tsx'
import { texts } from './texts.ts'

export function DueDay({ at }: { at: string }) {
  const isLate = Date.parse(at) < useNow()
  return (
    <span
      className={`flex items-center gap-1 text-xs whitespace-nowrap ${isLate ? 'text-danger' : 'text-muted'}`}
    >
      <CalendarIcon />
      <span className="sr-only">{isLate ? texts.wasDue : texts.due} </span>
      <Day at={at} />
    </span>
  )
}

/** Returns the start of a day in the local time zone. */
export function startOfDay(day: string): string {
  return new Date(`${day}T00:00:00`).toISOString()
}

export { endOfDay } from '../../days.ts'

/** Formats the local day of a timestamp for a date field: YYYY-MM-DD. */
export function dayOf(at: string): string {
  const date = new Date(at)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}
