import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { Priority, Status, Task } from '../../client.ts'
import { meQuery } from '../../queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { CalendarIcon } from '../../ui/icons.tsx'
import { dayOf, endOfDay } from './due-day.tsx'
import { Options } from './icon-select.tsx'
import { priorityNames, statusNames } from './names.ts'
import { PriorityIcon } from './priority-icon.tsx'
import { StatusIcon } from './status-icon.tsx'
import type { TaskFields } from './task-changes.ts'

const control =
  'h-8 w-full appearance-none rounded-md border border-transparent bg-transparent px-1.5 hover:border-line'

export function TaskProperties({ task, onChange }: { task: Task; onChange: (set: TaskFields) => void }) {
  const myId = useQuery(meQuery).data?.user.id
  const other = task.assignee && task.assignee.id !== myId ? task.assignee : null
  return (
    <div className="flex flex-col">
      <Property label="Status" icon={<StatusIcon status={task.status} />}>
        {(id) => (
          <select
            id={id}
            value={task.status}
            onChange={(event) => onChange({ status: event.target.value as Status })}
            className={control}
          >
            <Options names={statusNames} />
          </select>
        )}
      </Property>
      <Property label="Priority" icon={<PriorityIcon priority={task.priority} />}>
        {(id) => (
          <select
            id={id}
            value={task.priority}
            onChange={(event) => onChange({ priority: event.target.value as Priority })}
            className={control}
          >
            <Options names={priorityNames} />
          </select>
        )}
      </Property>
      <Property label="Assignee" icon={task.assignee && <Avatar {...task.assignee} />}>
        {(id) => (
          <select
            id={id}
            value={other ? 'other' : task.assignee ? 'me' : ''}
            onChange={(event) => onChange({ assignee: event.target.value === 'me' ? 'me' : null })}
            className={control}
          >
            <option value="">Nobody</option>
            <option value="me">Me</option>
            {other && <option value="other">{other.name}</option>}
          </select>
        )}
      </Property>
      <Property label="Due" icon={<CalendarIcon />}>
        {(id) => (
          <input
            id={id}
            type="date"
            value={task.dueAt ? dayOf(task.dueAt) : ''}
            onChange={(event) =>
              onChange({ dueAt: event.target.value ? endOfDay(event.target.value) : null })
            }
            className={`${control} ${task.dueAt ? '' : 'text-muted'}`}
          />
        )}
      </Property>
    </div>
  )
}

interface PropertyProps {
  label: string
  icon: ReactNode
  children: (id: string) => ReactNode
}

function Property({ label, icon, children }: PropertyProps) {
  const id = useId()
  return (
    <div className="grid grid-cols-[6rem_1.5rem_1fr] items-center">
      <label htmlFor={id} className="text-muted">
        {label}
      </label>
      <span className="flex justify-center text-muted">{icon}</span>
      {children(id)}
    </div>
  )
}
