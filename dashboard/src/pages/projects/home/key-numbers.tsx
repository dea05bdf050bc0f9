import { Link } from '@tanstack/react-router'
import type { ProjectWithStats } from '../../../client.ts'
import { written } from '../../../ui/charts/chart-frame.tsx'
import { locale } from '../../../ui/locale.ts'
import { card } from '../../../ui/section.tsx'
import { useStore } from '../../../ui/store.ts'
import { isOpen, statuses } from '../../tasks/names.ts'
import type { TaskSearch } from '../../tasks/task-filter.ts'

interface KeyNumber {
  name: string
  value: number
  /** The tasks that it counts, in the list. */
  search: TaskSearch
  /** More than none asks for a look. */
  urgent?: boolean
}

const open = statuses.filter(isOpen).join(',')

/** The numbers that one looks at first, each the way to the tasks that it counts. */
export function KeyNumbers({ project: { slug, stats } }: { project: ProjectWithStats }) {
  useStore(locale)
  const numbers: KeyNumber[] = [
    { name: 'Open', value: stats.open, search: { status: open } },
    { name: 'Blocked', value: stats.blocked, search: { status: open, blocked: true }, urgent: true },
    { name: 'Overdue', value: stats.overdue, search: { due: 'overdue' }, urgent: true },
    { name: 'Unassigned', value: stats.unassigned, search: { status: open, assignee: 'none' } },
    {
      name: 'Done in 7 days',
      value: stats.completedLast7Days,
      search: { status: 'complete', sort: '-updatedAt' },
    },
  ]
  return (
    <ul aria-label="In numbers" className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
      {numbers.map(({ name, value, search, urgent }) => (
        <li key={name} className={`relative px-4 py-3 hover:border-strong-line ${card}`}>
          <Link
            to="/projects/$slug"
            params={{ slug }}
            search={search}
            className="text-[13px] text-muted after:absolute after:inset-0 after:rounded-lg after:content-['']"
          >
            {name}
          </Link>
          <p className={`text-2xl font-semibold tabular-nums ${urgent && value > 0 ? 'text-danger' : ''}`}>
            {written(value)}
          </p>
        </li>
      ))}
    </ul>
  )
}
