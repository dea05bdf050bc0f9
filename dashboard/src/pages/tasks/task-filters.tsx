import { Link, useNavigate } from '@tanstack/react-router'
import type { Priority, ProjectWithStats } from '../../client.ts'
import type { TaskFilter } from '../../queries.ts'
import { Options } from './icon-select.tsx'
import { priorityNames, statusNames, statuses } from './names.ts'
import { StatusIcon } from './status-icon.tsx'

/** How many tasks stand where; each number is also the filter that shows them. */
export function TaskFilters({ project, filter }: { project: ProjectWithStats; filter: TaskFilter }) {
  const navigate = useNavigate()
  const { slug, stats } = project
  const shown = statuses.filter((status) => stats.byStatus[status] > 0 || status === filter.status)
  return (
    <div className="@container flex items-center gap-3 border-b px-3 py-1.5 md:px-4">
      <ul aria-label="Tasks by status" className="flex min-w-0 grow gap-0.5 overflow-x-auto">
        {shown.map((status) => (
          <li key={status} className="shrink-0">
            <Link
              to="/projects/$slug"
              params={{ slug }}
              search={(search) => ({ ...search, status: filter.status === status ? undefined : status })}
              title={statusNames[status]}
              aria-current={filter.status === status}
              className="flex h-7 items-center gap-1 rounded-md px-1.5 text-[13px] @min-[54rem]:gap-1.5 @min-[54rem]:px-2 text-muted hover:bg-hover hover:text-ink aria-[current=true]:bg-accent-soft aria-[current=true]:text-ink"
            >
              <StatusIcon status={status} />
              {/* Where there is no room for the words, the signs and numbers stay. */}
              <span className="sr-only @min-[54rem]:not-sr-only">{statusNames[status]}</span>
              <span className="font-medium text-ink tabular-nums">{stats.byStatus[status]}</span>
            </Link>
          </li>
        ))}
      </ul>
      <select
        aria-label="Filter by priority"
        value={filter.priority ?? ''}
        onChange={(event) =>
          void navigate({
            to: '/projects/$slug',
            params: { slug },
            search: (search) => ({
              ...search,
              priority: (event.target.value || undefined) as Priority | undefined,
            }),
          })
        }
        className="h-7 shrink-0 rounded-md border bg-surface px-1.5 text-[13px] text-muted"
      >
        <option value="">Any priority</option>
        <Options names={priorityNames} />
      </select>
    </div>
  )
}
