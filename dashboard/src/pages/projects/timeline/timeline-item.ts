import type { OutputOf } from '../../../client.ts'
import { shortDay } from '../../../ui/time.tsx'
import { statusNames as featureStatusNames } from '../../features/names.ts'
import { groupStatusNames } from '../../tasks/names.ts'
import { texts } from './texts.ts'
import type { Span } from './zoom.ts'

export type Timeline = OutputOf<'projects.getTimeline'>
export type TimelineItem = Timeline['epics'][number]

const statusNames: Record<TimelineItem['status'], string> = { ...featureStatusNames, ...groupStatusNames }

export function statusOf({ status }: TimelineItem): string {
  return statusNames[status]
}

/** Returns the span of the bar. Without an end, it extends to today. */
export function barOf({ start, end }: TimelineItem, now: number): Span {
  const from = Date.parse(start)
  return { from, to: end === null ? Math.max(now, from) : Date.parse(end) }
}

export function percentOf({ done, total }: TimelineItem): number {
  return total === 0 ? 0 : Math.floor((100 * done) / total)
}

export function progressOf({ kind, done, total }: TimelineItem): string {
  if (kind === 'feature') return texts.gates(done, total)
  return total === 0 ? texts.noTasks : texts.tasks(done, total)
}

export function datesOf({ start, end }: TimelineItem): string {
  const from = shortDay(new Date(start))
  return end === null ? texts.since(from) : texts.dates(from, shortDay(new Date(end)))
}

/** Returns everything that the bar shows, for screen readers and as its tooltip. */
export function describe(item: TimelineItem): string {
  const parts = [datesOf(item), statusOf(item), progressOf(item)]
  if (item.overdue) parts.push(texts.overdue)
  if (item.basis === 'tasks') parts.push(texts.derived)
  return parts.join(', ')
}
