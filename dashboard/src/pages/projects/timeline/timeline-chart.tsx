import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react'
import { locale } from '../../../ui/locale.ts'
import { useStore } from '../../../ui/store.ts'
import { useNow } from '../../../ui/time.tsx'
import { TimelineRow } from './timeline-row.tsx'
import { type Timeline, type TimelineItem, barOf } from './timeline-item.ts'
import { texts } from './texts.ts'
import type { Zoom } from './timeline-search.ts'
import { type Span, periodStarts, positionOf, visibleSpan } from './zoom.ts'

interface TimelineChartProps {
  timeline: Timeline
  zoom: Zoom
}

/** Bars on a time axis, which scrolls sideways in its own region. The names stay visible at its left. */
export function TimelineChart({ timeline: { epics, features }, zoom }: TimelineChartProps) {
  const now = useNow()
  useStore(locale)
  const region = useRef<HTMLDivElement>(null)
  const span = visibleSpan(
    [...epics, ...features].map((item) => barOf(item, now)),
    now,
    zoom,
  )
  const width = positionOf(span.to, span, zoom)
  const today = positionOf(now, span, zoom)
  // Shows today when the timeline opens. Later, the reader's own position stays.
  const [target] = useState(today)
  useLayoutEffect(() => {
    const { current } = region
    if (current) current.scrollLeft = target - current.clientWidth * 0.45
  }, [target])
  const groups = [
    { name: texts.epics, items: epics },
    { name: texts.features, items: features },
  ].filter(({ items }) => items.length > 0)
  return (
    <div
      ref={region}
      role="region"
      aria-label={texts.label}
      tabIndex={0}
      onFocus={showBar}
      className="relative overflow-x-auto rounded-lg border bg-surface [--names:8.5rem] sm:[--names:16rem]"
    >
      <div className="relative" style={{ width: `calc(var(--names) + ${width}px)` }}>
        <Axis span={span} zoom={zoom} today={today} />
        {groups.map(({ name, items }) => (
          <Group key={name} name={name} items={items} {...{ span, zoom, now }} />
        ))}
      </div>
    </div>
  )
}

interface GroupProps {
  name: string
  items: TimelineItem[]
  span: Span
  zoom: Zoom
  now: number
}

function Group({ name, items, ...row }: GroupProps) {
  return (
    <section aria-label={name}>
      <h2 className="sticky left-0 w-(--names) border-r bg-surface px-3 pt-3 pb-1 text-xs font-semibold text-muted">
        {name}
      </h2>
      <ul aria-label={name}>
        {items.map((item) => (
          <TimelineRow key={item.id} item={item} {...row} />
        ))}
      </ul>
    </section>
  )
}

/** The names of the periods, a line at the start of each, and the line of today. */
function Axis({ span, zoom, today }: { span: Span; zoom: Zoom; today: number }) {
  const left = (pixels: number) => ({ left: `calc(var(--names) + ${pixels}px)` })
  return (
    <div aria-hidden className="h-9 border-b text-xs text-muted">
      {periodStarts(span, zoom).map((start) => (
        <div
          key={start.getTime()}
          className="absolute inset-y-0 border-l pt-2 pl-1.5 whitespace-nowrap"
          style={left(positionOf(start.getTime(), span, zoom))}
        >
          {periodName(start, zoom)}
        </div>
      ))}
      <div className="absolute inset-y-0 z-10 w-0.5 bg-danger" style={left(today - 1)}>
        <span className="absolute top-1.5 left-0 -translate-x-1/2 rounded bg-danger px-1.5 font-medium text-canvas">
          {texts.today}
        </span>
      </div>
      <div className="sticky left-0 z-20 h-full w-(--names) border-r bg-surface" />
    </div>
  )
}

function periodName(start: Date, zoom: Zoom): string {
  if (zoom === 'quarters') return texts.quarter(Math.floor(start.getMonth() / 3) + 1, start.getFullYear())
  return start.toLocaleDateString(
    locale.get(),
    zoom === 'weeks' ? { day: 'numeric', month: 'short' } : { month: 'short', year: 'numeric' },
  )
}

/** Scrolls the bar of a focused item into view. */
function showBar({ target }: FocusEvent<HTMLElement>): void {
  target
    .closest('[data-row]')
    ?.querySelector('[data-bar]')
    ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
