import { CalendarIcon } from '../../ui/icons.tsx'
import { Day, useNow } from '../../ui/time.tsx'

export function DueDay({ at }: { at: string }) {
  const late = Date.parse(at) < useNow()
  return (
    <span
      className={`flex items-center gap-1 text-xs whitespace-nowrap ${late ? 'text-danger' : 'text-muted'}`}
    >
      <CalendarIcon />
      <span className="sr-only">{late ? 'Was due' : 'Due'} </span>
      <Day at={at} />
    </span>
  )
}

/** A task is due at the end of its day, where the person is. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString()
}

/** The day as a date field takes it. */
export function dayOf(at: string): string {
  const date = new Date(at)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}
