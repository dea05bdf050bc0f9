import type { Zoom } from './timeline-search.ts'

/*
 * Positions on the timeline, as pure functions. Days are those of the reader's time zone.
 */
const pixelsPerDay: Record<Zoom, number> = { weeks: 20, months: 6, quarters: 2.5 }

const dayMs = 86_400_000
/** Dates further from today are cut off, so that a due date in 2099 doesn't make the timeline endless. */
const maxDistanceMs = 730 * dayMs

export interface Span {
  from: number
  to: number
}

/** Returns whole periods around all bars and today, with one empty period at each end. */
export function visibleSpan(bars: readonly Span[], now: number, zoom: Zoom): Span {
  const near = (time: number) => Math.max(now - maxDistanceMs, Math.min(now + maxDistanceMs, time))
  const first = near(Math.min(now, ...bars.map(({ from }) => from)))
  const last = near(Math.max(now, ...bars.map(({ to }) => to)))
  return {
    from: startOf(zoom, new Date(first), -1).getTime(),
    to: startOf(zoom, new Date(last), 2).getTime(),
  }
}

/** Returns the start of the period of a date, or of a later or earlier one. */
function startOf(zoom: Zoom, date: Date, offset: number): Date {
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  if (zoom === 'weeks') return new Date(year, month, day - ((date.getDay() + 6) % 7) + 7 * offset)
  if (zoom === 'months') return new Date(year, month + offset, 1)
  return new Date(year, Math.floor(month / 3) * 3 + 3 * offset, 1)
}

/** Returns the starts of the periods in a span. */
export function periodStarts({ from, to }: Span, zoom: Zoom): Date[] {
  const starts: Date[] = []
  for (let start = new Date(from); start.getTime() < to; start = startOf(zoom, start, 1)) starts.push(start)
  return starts
}

/** Returns the distance of a time from the start of the span in pixels. */
export function positionOf(time: number, { from, to }: Span, zoom: Zoom): number {
  return Math.round(((Math.max(from, Math.min(to, time)) - from) / dayMs) * pixelsPerDay[zoom])
}
