import { ItemLink } from './item-link.tsx'
import { type TimelineItem, barOf, describe, percentOf } from './timeline-item.ts'
import { texts } from './texts.ts'
import type { Zoom } from './timeline-search.ts'
import { type Span, positionOf } from './zoom.ts'

interface TimelineRowProps {
  item: TimelineItem
  span: Span
  zoom: Zoom
  now: number
}

const colours = {
  epic: { bar: 'border-accent bg-accent-soft', progress: 'bg-accent' },
  feature: { bar: 'border-review bg-hover', progress: 'bg-review' },
}

/** The name of an item and its bar. The name is the link for the keyboard and for screen readers. */
export function TimelineRow({ item, span, zoom, now }: TimelineRowProps) {
  const { from, to } = barOf(item, now)
  const left = positionOf(from, span, zoom)
  const width = Math.max(10, positionOf(to, span, zoom) - left)
  const percent = percentOf(item)
  const { bar, progress } = colours[item.kind]
  return (
    <li data-row className="relative flex h-10 items-center hover:bg-hover/60">
      <div className="sticky left-0 z-20 flex h-full w-(--names) shrink-0 items-center border-r bg-surface px-3">
        <ItemLink item={item} className="flex min-h-6 min-w-0 items-center gap-2 hover:underline">
          <span className="hidden shrink-0 font-mono text-xs text-muted sm:inline">{item.key}</span>
          <span className="truncate">{item.title}</span>
          <span className="sr-only">{describe(item)}</span>
        </ItemLink>
      </div>
      <div
        data-bar
        aria-hidden
        className="absolute flex h-full scroll-ml-[calc(var(--names)+1rem)] items-center gap-2 text-xs"
        style={{ left: `calc(var(--names) + ${left}px)` }}
      >
        <ItemLink
          item={item}
          tabIndex={-1}
          title={`${item.key} ${item.title}: ${describe(item)}`}
          className={`block h-6 overflow-hidden rounded-md border-[1.5px] ${bar} ${item.overdue ? 'border-danger' : ''} ${item.basis === 'own' ? '' : 'border-dashed'} ${item.end === null ? 'rounded-r-none border-r-0 mask-r-from-70%' : ''}`}
          style={{ width }}
        >
          <span className={`block h-full ${progress} opacity-70`} style={{ width: `${percent}%` }} />
        </ItemLink>
        <span className="whitespace-nowrap text-muted">
          {texts.percent(percent)}
          {item.overdue && <span className="ml-2 font-medium text-danger">{texts.overdue}</span>}
        </span>
      </div>
    </li>
  )
}
