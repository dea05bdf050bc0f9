import { TimerIcon } from 'lucide-react'
import { useSecondsUntil } from '../../../ui/countdown.ts'
import { texts } from './texts.ts'

const warningSeconds = 120

/** Counts down to the end of a lease. */
export function LeaseClock({ until }: { until: string }) {
  const seconds = useSecondsUntil(Date.parse(until))
  const clock = formatClock(seconds)
  const tone = seconds < warningSeconds ? 'text-danger' : 'text-muted'
  return (
    <span
      role="img"
      aria-label={seconds === 0 ? texts.lease.expired : texts.lease.label(clock)}
      className={`inline-flex items-center gap-1 text-[13px] whitespace-nowrap tabular-nums ${tone}`}
    >
      <TimerIcon />
      {seconds === 0 ? texts.lease.expired : texts.lease.left(clock)}
    </span>
  )
}

/** Returns "12:04", or "1:02:30" from an hour on. */
function formatClock(seconds: number): string {
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const end = `${twoDigits(minutes)}:${twoDigits(seconds % 60)}`
  return hours === 0 ? end : `${hours}:${end}`
}
