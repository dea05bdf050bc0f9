import { type Column, Table } from '../../../ui/table.tsx'
import { Day } from '../../../ui/time.tsx'
import { ItemLink } from './item-link.tsx'
import { type Timeline, type TimelineItem, progressOf, statusOf } from './timeline-item.ts'
import { texts } from './texts.ts'

/** The timeline as a table. */
export function TimelineTable({ timeline: { epics, features } }: { timeline: Timeline }) {
  return (
    <Table label={texts.label} columns={columns} items={[...epics, ...features]} keyOf={({ id }) => id} />
  )
}

const columns: Column<TimelineItem>[] = [
  {
    head: texts.item,
    cell: (item) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <span className="shrink-0 font-mono text-xs text-muted">{item.key}</span>
        <ItemLink item={item} className="min-w-0 font-medium wrap-anywhere hover:underline">
          {item.title}
        </ItemLink>
      </span>
    ),
  },
  { head: texts.status, cell: (item) => (item.overdue ? texts.overdue : statusOf(item)) },
  { head: texts.start, cell: ({ start }) => <Day at={start} /> },
  { head: texts.end, cell: ({ end }) => (end === null ? texts.openEnd : <Day at={end} />) },
  { head: texts.source, cell: ({ basis }) => texts.basis[basis] },
  { head: texts.progress, cell: progressOf },
]
