import { CircleDashedIcon } from 'lucide-react'
import { memo } from 'react'
import type { Task } from '../../client.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ClaimBadge } from './claim-badge.tsx'
import { DueDay } from './due-day.tsx'
import { IconFact } from './icon-select.tsx'
import { IconValue } from './icon-value.tsx'
import { type ShownProperty, isOpen, priorityNames, statusNames } from './names.ts'
import { PriorityIcon } from './priority-icon.tsx'
import { StatusIcon } from './status-icon.tsx'
import { isDraft } from './task-changes.ts'
import { TaskLink } from './task-link.tsx'
import type { PickedProperty } from './picker-choices.tsx'
import { texts } from './texts.ts'

export interface RowActions {
  onSelect: (key: string, range: boolean) => void
  onPick: (property: PickedProperty, task: Task, anchor: HTMLElement) => void
}

interface TaskRowProps extends RowActions {
  task: Task
  /** The value of the group that contains the row. A task with several labels has several rows. */
  group: string
  /** The position in the group, and the number of tasks in it. Not all of them are rendered. */
  place: number
  count: number
  shown: readonly ShownProperty[]
  open: boolean
  selected: boolean
}

export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { task, group, place, count, shown, open, selected, onSelect, onPick } = props
  const { taskRow } = texts
  const draft = isDraft(task)
  const done = !isOpen(task.status)
  const canEdit = task.may.edit && !draft
  const shows = (name: ShownProperty) => shown.includes(name)
  return (
    <li
      data-task={task.key}
      data-group={group}
      aria-posinset={place}
      aria-setsize={count}
      className={`group/row relative flex h-(--row-height) items-center gap-1.5 px-3 hover:bg-hover/60 has-[[data-task-link]:focus-visible]:bg-hover md:px-4 ${open || selected ? 'bg-accent-soft/60' : ''} ${draft ? 'opacity-60' : ''}`}
    >
      {task.may.edit && (
        <input
          type="checkbox"
          aria-label={taskRow.select(task.key)}
          checked={selected}
          disabled={draft}
          onChange={() => {}}
          onClick={(event) => onSelect(task.key, event.shiftKey)}
          // Visible on hover and focus, while any task is selected, and always on touch screens.
          className="relative z-10 mr-1 size-3.5 shrink-0 accent-accent opacity-0 group-hover/row:opacity-100 group-data-selecting/list:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
        />
      )}
      {shows('priority') && (
        <Fact
          task={task}
          canEdit={canEdit}
          property="priority"
          value={priorityNames[task.priority]}
          icon={<PriorityIcon priority={task.priority} />}
          onPick={onPick}
        />
      )}
      <Fact
        task={task}
        canEdit={canEdit}
        property="status"
        value={statusNames[task.status]}
        icon={<StatusIcon status={task.status} />}
        onPick={onPick}
      />
      {shows('key') && (
        <span className="mr-1 w-(--key-width) shrink-0 font-mono text-xs text-muted">
          {draft ? '…' : task.key}
        </span>
      )}
      <TaskLink
        task={task}
        className={`min-w-0 grow scroll-my-10 truncate py-0.5 after:absolute after:inset-0 after:content-[''] ${done ? 'text-muted' : ''}`}
      />
      {!done && task.openBlockers > 0 && (
        <span className="max-sm:hidden">
          <Badge tone="danger">{texts.blockedBy(task)}</Badge>
        </span>
      )}
      {shows('labels') && task.labels.length > 0 && (
        <span className="hidden items-center gap-1 md:flex">
          {task.labels.slice(0, 3).map((label) => (
            <Badge key={label}>{label}</Badge>
          ))}
        </span>
      )}
      {shows('estimate') && task.estimate !== null && (
        <span className="text-xs whitespace-nowrap text-muted tabular-nums">
          {texts.points(task.estimate)}
        </span>
      )}
      {shows('due') && task.dueAt && !done && <DueDay at={task.dueAt} />}
      {task.claim && <ClaimBadge claim={task.claim} />}
      {shows('creator') && task.createdBy.kind === 'agent' && (
        <span className="hidden text-xs whitespace-nowrap text-agent sm:inline">
          {taskRow.createdBy(task.createdBy.name)}
        </span>
      )}
      {shows('assignee') && <AssigneeFact task={task} canEdit={canEdit} onPick={onPick} />}
    </li>
  )
})

interface FactProps extends Pick<RowActions, 'onPick'> {
  task: Task
  canEdit: boolean
}

interface IconFactProps extends FactProps {
  property: 'status' | 'priority'
  value: string
  icon: React.ReactNode
}

function Fact({ task, canEdit, property, value, icon, onPick }: IconFactProps) {
  const { taskRow } = texts
  if (!canEdit) return <IconFact name={value} icon={icon} />
  return (
    <IconValue
      label={taskRow.current(taskRow[property](task.key), value)}
      value={value}
      icon={icon}
      onOpen={(button) => onPick(property, task, button)}
    />
  )
}

function AssigneeFact({ task, canEdit, onPick }: FactProps) {
  const { taskRow, unassigned, assignedTo } = texts
  const { assignee } = task
  if (!canEdit)
    return (
      assignee && (
        <>
          <Avatar {...assignee} />
          <span className="sr-only">{assignedTo(assignee.name)}</span>
        </>
      )
    )
  return (
    <IconValue
      label={taskRow.current(taskRow.assignee(task.key), assignee?.name ?? unassigned)}
      value={assignee?.name ?? unassigned}
      icon={assignee ? <Avatar {...assignee} /> : <CircleDashedIcon />}
      // Unassigned rows show the button only on hover and focus, to keep the list quiet.
      className={assignee ? '' : 'text-muted opacity-0 group-hover/row:opacity-100 focus-visible:opacity-100'}
      onOpen={(button) => onPick('assignee', task, button)}
    />
  )
}
