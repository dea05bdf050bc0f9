import { CalendarIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Task } from '../../../client.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Day } from '../../../ui/time.tsx'
import { priorityNames, statusNames, typeNames } from '../names.ts'
import { PriorityIcon } from '../priority-icon.tsx'
import { StatusIcon } from '../status-icon.tsx'
import { texts as taskTexts } from '../texts.ts'
import { texts } from './texts.ts'

/** The read-only counterpart of `TaskProperties`. */
export function TaskFacts({ task }: { task: Task }) {
  const { properties, points, unassigned } = taskTexts
  return (
    <dl className="flex flex-col">
      <Fact label={properties.status} icon={<StatusIcon status={task.status} />}>
        {statusNames[task.status]}
      </Fact>
      <Fact label={properties.priority} icon={<PriorityIcon priority={task.priority} />}>
        {priorityNames[task.priority]}
      </Fact>
      <Fact label={properties.type}>{typeNames[task.type]}</Fact>
      <Fact label={properties.assignee} icon={task.assignee && <Avatar {...task.assignee} />}>
        {task.assignee?.name ?? unassigned}
      </Fact>
      <Fact label={properties.due} icon={<CalendarIcon />}>
        {task.dueAt ? <Day at={task.dueAt} /> : texts.taskProperties.notSet}
      </Fact>
      {task.story && <Fact label={properties.story}>{task.story.title}</Fact>}
      {task.feature && <Fact label={properties.feature}>{task.feature.title}</Fact>}
      {task.estimate !== null && <Fact label={properties.estimate}>{points(task.estimate)}</Fact>}
      {task.labels.length > 0 && <Fact label={properties.labels}>{task.labels.join(', ')}</Fact>}
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
