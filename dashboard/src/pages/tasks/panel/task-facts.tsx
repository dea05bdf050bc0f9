import type { ReactNode } from 'react'
import type { Task } from '../../../client.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { CalendarIcon } from '../../../ui/icons.tsx'
import { Day } from '../../../ui/time.tsx'
import { priorityNames, statusNames, typeNames } from '../names.ts'
import { PriorityIcon } from '../priority-icon.tsx'
import { StatusIcon } from '../status-icon.tsx'

/** What `TaskProperties` lets one change, for whoever may not. */
export function TaskFacts({ task }: { task: Task }) {
  return (
    <dl className="flex flex-col">
      <Fact label="Status" icon={<StatusIcon status={task.status} />}>
        {statusNames[task.status]}
      </Fact>
      <Fact label="Priority" icon={<PriorityIcon priority={task.priority} />}>
        {priorityNames[task.priority]}
      </Fact>
      <Fact label="Type">{typeNames[task.type]}</Fact>
      <Fact label="Assignee" icon={task.assignee && <Avatar {...task.assignee} />}>
        {task.assignee?.name ?? 'Nobody'}
      </Fact>
      <Fact label="Due" icon={<CalendarIcon />}>
        {task.dueAt ? <Day at={task.dueAt} /> : 'Not set'}
      </Fact>
      {task.story && <Fact label="Story">{task.story.title}</Fact>}
      {task.feature && <Fact label="Feature">{task.feature.title}</Fact>}
      {task.estimate !== null && <Fact label="Estimate">{task.estimate} pt</Fact>}
      {task.labels.length > 0 && <Fact label="Labels">{task.labels.join(', ')}</Fact>}
    </dl>
  )
}

function Fact({ label, icon, children }: { label: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid min-h-8 grid-cols-[6rem_1.5rem_1fr] items-center">
      <dt className="text-muted">{label}</dt>
      <dd aria-hidden className="flex justify-center text-muted">
        {icon}
      </dd>
      <dd className="truncate px-1.5">{children}</dd>
    </div>
  )
}
