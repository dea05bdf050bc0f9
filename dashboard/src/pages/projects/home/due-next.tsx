import { Avatar } from '../../../ui/avatar.tsx'
import { DueDay } from '../../tasks/due-day.tsx'
import { isOpen, statusNames, statuses } from '../../tasks/names.ts'
import { StatusIcon } from '../../tasks/status-icon.tsx'
import { TaskLink } from '../../tasks/task-link.tsx'
import { dueNextQuery } from './queries.ts'
import { ShortList } from './short-list.tsx'
import { texts } from './texts.ts'

/** The open tasks with the earliest due dates, overdue ones first. */
export function DueNext({ slug }: { slug: string }) {
  return (
    <ShortList
      texts={texts.dueNext}
      all={{
        to: '/projects/$slug',
        params: { slug },
        search: { sort: 'dueAt', status: statuses.filter(isOpen).join(',') },
      }}
      query={dueNextQuery(slug)}
      isShown={({ dueAt }) => dueAt !== null}
    >
      {(task) => (
        <li key={task.id} className="flex min-h-6 items-center gap-2">
          <StatusIcon status={task.status} />
          <span className="sr-only">{statusNames[task.status]}</span>
          <span className="shrink-0 font-mono text-xs text-muted">{task.key}</span>
          <TaskLink task={task} className="min-w-0 grow truncate hover:underline" />
          <DueDay at={task.dueAt!} />
          {task.assignee && <Avatar {...task.assignee} />}
        </li>
      )}
    </ShortList>
  )
}
