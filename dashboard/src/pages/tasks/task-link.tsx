import { Link } from '@tanstack/react-router'
import type { Task } from '../../client.ts'
import { isDraft } from './task-changes.ts'

interface TaskLinkProps {
  task: Pick<Task, 'key' | 'title'>
  className: string
  describedBy?: string
  /** Makes the link the focus target of its tree row. */
  focusLine?: boolean
}

/** Opens a task in the side panel of the current page. */
export function TaskLink({ task, className, describedBy, focusLine }: TaskLinkProps) {
  return (
    <Link
      to="."
      search={(search) => ({ ...search, task: task.key })}
      disabled={isDraft(task)}
      draggable={false}
      data-task-link
      data-focus={focusLine}
      aria-describedby={describedBy}
      className={className}
    >
      {task.title}
    </Link>
  )
}
