import { Link } from '@tanstack/react-router'
import type { Task } from '../../client.ts'
import { isDraft } from './task-changes.ts'

interface TaskLinkProps {
  task: Pick<Task, 'key' | 'title'>
  className: string
  describedBy?: string
  /** It is what has the focus in a line of the tree. */
  focusLine?: boolean
}

/** Opens a task beside what is shown, which stays as it is. */
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
