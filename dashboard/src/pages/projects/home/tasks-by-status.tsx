import { Link } from '@tanstack/react-router'
import type { ProjectWithStats, Status } from '../../../client.ts'
import { card } from '../../../ui/section.tsx'
import { boardColumns, statusNames } from '../../tasks/names.ts'
import { StatusIcon } from '../../tasks/status-icon.tsx'
import { texts } from './texts.ts'

const colours: Record<Status, string> = {
  backlog: 'bg-line',
  todo: 'bg-strong-line',
  in_progress: 'bg-progress',
  blocked: 'bg-danger',
  in_review: 'bg-review',
  complete: 'bg-accent',
  cancelled: 'bg-hover',
}

/** A stacked bar of all tasks by status, with the counts below. */
export function TasksByStatus({ project: { slug, stats } }: { project: ProjectWithStats }) {
  const { byStatus, total } = stats
  return (
    <section aria-labelledby="by-status" className={`p-4 ${card}`}>
      <h2 id="by-status" className="mb-3 font-semibold">
        {texts.tasksByStatus.title}
        <span className="ml-2 text-[13px] font-normal text-muted">
          {texts.tasksByStatus.total(total - byStatus.cancelled, byStatus.cancelled)}
        </span>
      </h2>
      {total > 0 && (
        <div aria-hidden className="mb-3 flex h-2.5 gap-px overflow-hidden rounded-full bg-hover">
          {boardColumns
            .filter((status) => byStatus[status] > 0)
            .map((status) => (
              <span
                key={status}
                className={colours[status]}
                style={{ width: `${(100 * byStatus[status]) / total}%` }}
              />
            ))}
        </div>
      )}
      <ul aria-labelledby="by-status" className="flex flex-wrap gap-x-5 gap-y-1.5 text-[13px]">
        {boardColumns.map((status) => (
          <li key={status}>
            <Link
              to="/projects/$slug"
              params={{ slug }}
              search={{ status }}
              className="flex items-center gap-1.5 hover:underline"
            >
              <StatusIcon status={status} />
              {statusNames[status]}
              <span className="text-muted tabular-nums">{byStatus[status]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
