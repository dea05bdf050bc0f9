import { Link } from '@tanstack/react-router'
import type { ProjectWithStats } from '../../../client.ts'
import { formatNumber } from '../../../ui/format-number.ts'
import { locale } from '../../../ui/locale.ts'
import { card } from '../../../ui/section.tsx'
import { useStore } from '../../../ui/store.ts'
import { isOpen, statuses } from '../../tasks/names.ts'
import type { TaskSearch } from '../../tasks/task-filter.ts'
import { texts } from './texts.ts'

interface KeyNumber {
  name: string
  value: number
  /** The filter that lists the counted tasks. */
  search: TaskSearch
  /** Highlights the number if it is above zero. */
  urgent?: boolean
}

const openStatuses = statuses.filter(isOpen).join(',')

/** The key numbers of a project. Each links to the tasks that it counts. */
export function KeyNumbers({ project: { slug, stats } }: { project: ProjectWithStats }) {
  const { keyNumbers } = texts
  // Re-render when the locale changes, because `written` formats with it.
  useStore(locale)
  const numbers: KeyNumber[] = [
    { name: keyNumbers.open, value: stats.open, search: { status: openStatuses } },
    {
      name: keyNumbers.blocked,
      value: stats.blocked,
      search: { status: openStatuses, blocked: true },
      urgent: true,
    },
    { name: keyNumbers.overdue, value: stats.overdue, search: { due: 'overdue' }, urgent: true },
    {
      name: keyNumbers.unassigned,
      value: stats.unassigned,
      search: { status: openStatuses, assignee: 'none' },
    },
    {
      name: keyNumbers.done,
      value: stats.completedLast7Days,
      search: { status: 'complete', sort: '-updatedAt' },
    },
  ]
  return (
    <ul aria-label={keyNumbers.label} className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
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
            {formatNumber(value)}
          </p>
        </li>
      ))}
    </ul>
  )
}
