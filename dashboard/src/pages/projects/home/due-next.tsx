import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Avatar } from '../../../ui/avatar.tsx'
import { card } from '../../../ui/section.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { DueDay } from '../../tasks/due-day.tsx'
import { isOpen, statusNames, statuses } from '../../tasks/names.ts'
import { StatusIcon } from '../../tasks/status-icon.tsx'
import { TaskLink } from '../../tasks/task-link.tsx'
import { dueNextQuery, maxRows } from './queries.ts'
import { texts } from './texts.ts'

/** The open tasks with the earliest due dates, overdue ones first. */
export function DueNext({ slug }: { slug: string }) {
  const { dueNext } = texts
  const query = useInfiniteQuery(dueNextQuery(slug))
  const tasks = query.data?.pages[0]!.items.filter(({ dueAt }) => dueAt !== null).slice(0, maxRows)
  return (
    <section aria-labelledby="due-next" className={`min-w-0 p-4 ${card}`}>
      <h2 id="due-next" className="mb-3 flex items-baseline gap-2 font-semibold">
        {dueNext.title}
        <Link
          to="/projects/$slug"
          params={{ slug }}
          search={{ sort: 'dueAt', status: statuses.filter(isOpen).join(',') }}
          className="ml-auto text-[13px] font-normal text-muted hover:text-ink hover:underline"
        >
          {dueNext.all}
        </Link>
      </h2>
      {query.isPending ? (
        <Loading noun={dueNext.noun} />
      ) : !tasks ? (
        <LoadError error={query.error!} onRetry={() => void query.refetch()} />
      ) : tasks.length === 0 ? (
        <p className="text-[13px] text-muted">{dueNext.empty}</p>
      ) : (
        <ul aria-labelledby="due-next" className="flex flex-col gap-1">
          {tasks.map((task) => (
            <li key={task.id} className="flex min-h-6 items-center gap-2">
              <StatusIcon status={task.status} />
              <span className="sr-only">{statusNames[task.status]}</span>
              <span className="shrink-0 font-mono text-xs text-muted">{task.key}</span>
              <TaskLink task={task} className="min-w-0 grow truncate hover:underline" />
              <DueDay at={task.dueAt!} />
              {task.assignee && <Avatar {...task.assignee} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
