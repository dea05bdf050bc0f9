import { memo } from 'react'
import type { Task } from '../../client.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ClaimBadge } from './claim-badge.tsx'
import { DueDay } from './due-day.tsx'
import { IconFact, IconSelect } from './icon-select.tsx'
import { isOpen, priorityNames, statusNames } from './names.ts'
import { PriorityIcon } from './priority-icon.tsx'
import { StatusIcon } from './status-icon.tsx'
import { isDraft, useUpdateTask } from './task-changes.ts'
import { TaskLink } from './task-link.tsx'
import { texts } from './texts.ts'

interface TaskRowProps {
  task: Task
  slug: string
  open: boolean
  selected: boolean
  onSelect: (key: string, range: boolean) => void
}

export const TaskRow = memo(function TaskRow({ task, slug, open, selected, onSelect }: TaskRowProps) {
  const { taskRow } = texts
  const update = useUpdateTask(slug)
  const draft = isDraft(task)
  const done = !isOpen(task.status)
  return (
    <li
      data-task={task.key}
      className={`group/row relative flex min-h-(--row-height) items-center gap-1.5 px-3 hover:bg-hover/60 md:px-4 ${open || selected ? 'bg-accent-soft/60' : ''} ${draft ? 'opacity-60' : ''}`}
    >
      <span className="relative z-10 flex items-center">
        {task.may.edit ? (
          <>
            <input
              type="checkbox"
              aria-label={taskRow.select(task.key)}
              checked={selected}
              disabled={draft}
              onChange={() => {}}
              onClick={(event) => onSelect(task.key, event.shiftKey)}
              // Visible on hover and focus, while any task is selected, and always on touch screens.
              className="mr-1 size-3.5 accent-accent opacity-0 group-hover/row:opacity-100 group-data-selecting/list:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
            />
            <IconSelect
              label={taskRow.priority(task.key)}
              value={task.priority}
              names={priorityNames}
              icon={<PriorityIcon priority={task.priority} />}
              disabled={draft}
              onChange={(priority) => update.mutate({ key: task.key, set: { priority } })}
            />
            <IconSelect
              label={taskRow.status(task.key)}
              value={task.status}
              names={statusNames}
              icon={<StatusIcon status={task.status} />}
              disabled={draft}
              onChange={(status) => update.mutate({ key: task.key, set: { status } })}
            />
          </>
        ) : (
          <>
            <IconFact name={priorityNames[task.priority]} icon={<PriorityIcon priority={task.priority} />} />
            <IconFact name={statusNames[task.status]} icon={<StatusIcon status={task.status} />} />
          </>
        )}
      </span>
      <span className="mr-1 w-(--key-width) shrink-0 font-mono text-xs text-muted">
        {draft ? '…' : task.key}
      </span>
      <TaskLink
        task={task}
        className={`min-w-0 grow truncate py-0.5 after:absolute after:inset-0 after:content-[''] ${done ? 'text-muted' : ''}`}
      />
      {!done && task.openBlockers > 0 && <Badge tone="danger">{texts.blockedBy(task)}</Badge>}
      <span className="hidden items-center gap-1 md:flex">
        {task.labels.slice(0, 3).map((label) => (
          <Badge key={label}>{label}</Badge>
        ))}
      </span>
      {task.dueAt && !done && <DueDay at={task.dueAt} />}
      {task.claim && <ClaimBadge claim={task.claim} />}
      {task.createdBy.kind === 'agent' && (
        <span className="hidden text-xs whitespace-nowrap text-agent sm:inline">
          {taskRow.createdBy(task.createdBy.name)}
        </span>
      )}
      {task.assignee && (
        <>
          <Avatar {...task.assignee} />
          <span className="sr-only">{texts.assignedTo(task.assignee.name)}</span>
        </>
      )}
    </li>
  )
})
