import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Priority, Status, Task } from '../../../client.ts'
import { featuresQuery } from '../../../queries.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { CalendarIcon } from '../../../ui/icons.tsx'
import { assigneeLabel, useAssignees } from '../assignees.ts'
import { dayOf, endOfDay } from '../due-day.tsx'
import { useGroups } from '../filter-menu.tsx'
import { Options } from '../icon-select.tsx'
import { priorityNames, statusNames, typeNames } from '../names.ts'
import { PriorityIcon } from '../priority-icon.tsx'
import { StatusIcon } from '../status-icon.tsx'
import type { TaskUpdate } from '../task-changes.ts'
import { EstimateField } from './estimate-field.tsx'
import { LabelsField } from './labels-field.tsx'
import { ChooseProperty, Property, control } from './property.tsx'

interface TaskPropertiesProps {
  task: Task
  slug: string
  onChange: (change: Pick<TaskUpdate, 'set' | 'look'>) => void
}

export function TaskProperties({ task, slug, onChange }: TaskPropertiesProps) {
  return (
    <div className="flex flex-col">
      <ChooseProperty
        label="Status"
        icon={<StatusIcon status={task.status} />}
        value={task.status}
        onChange={(status) => onChange({ set: { status: status as Status } })}
      >
        <Options names={statusNames} />
      </ChooseProperty>
      <ChooseProperty
        label="Priority"
        icon={<PriorityIcon priority={task.priority} />}
        value={task.priority}
        onChange={(priority) => onChange({ set: { priority: priority as Priority } })}
      >
        <Options names={priorityNames} />
      </ChooseProperty>
      <ChooseProperty
        label="Type"
        value={task.type}
        onChange={(type) => onChange({ set: { type: type as Task['type'] } })}
      >
        <Options names={typeNames} />
      </ChooseProperty>
      <AssigneeProperty task={task} slug={slug} onChange={onChange} />
      <ParentProperties task={task} slug={slug} onChange={onChange} />
      <EstimateField estimate={task.estimate} onSave={(estimate) => onChange({ set: { estimate } })} />
      <Property label="Due" icon={<CalendarIcon />}>
        {(id) => (
          <input
            id={id}
            type="date"
            value={task.dueAt ? dayOf(task.dueAt) : ''}
            onChange={({ target }) =>
              onChange({ set: { dueAt: target.value ? endOfDay(target.value) : null } })
            }
            className={`${control} ${task.dueAt ? '' : 'text-muted'}`}
          />
        )}
      </Property>
      <LabelsField slug={slug} labels={task.labels} onSave={(labels) => onChange({ set: { labels } })} />
    </div>
  )
}

function AssigneeProperty({ task, slug, onChange }: TaskPropertiesProps) {
  const assignees = useAssignees(slug)
  const { assignee } = task
  // Whoever has it stays in the list, even if they left meanwhile.
  const all =
    assignee && !assignees.some(({ id }) => id === assignee.id) ? [...assignees, assignee] : assignees
  return (
    <ChooseProperty
      label="Assignee"
      icon={assignee && <Avatar {...assignee} />}
      value={assignee?.id ?? ''}
      onChange={(id) => {
        const chosen = all.find((who) => who.id === id) ?? null
        onChange({ set: { assignee: chosen?.id ?? null }, look: { assignee: chosen } })
      }}
    >
      <option value="">Nobody</option>
      {all.map((who) => (
        <option key={who.id} value={who.id}>
          {assigneeLabel(who)}
        </option>
      ))}
    </ChooseProperty>
  )
}

/** The story and the feature that it is part of. What there is to choose from is read when somebody comes near. */
function ParentProperties({ task, slug, onChange }: TaskPropertiesProps) {
  const [near, setNear] = useState(false)
  const epics = useGroups(slug, near)
  const stories = epics.flatMap((epic) => epic.stories)
  const features = useQuery({ ...featuresQuery(slug), enabled: near }).data ?? []
  return (
    <div onPointerEnter={() => setNear(true)} onFocus={() => setNear(true)}>
      <ChooseProperty
        label="Story"
        value={task.story?.key ?? ''}
        onChange={(key) => onChange({ set: { story: key || null }, look: { story: named(stories, key) } })}
      >
        <option value="">None</option>
        {task.story && !named(stories, task.story.key) && <ItemOptions items={[task.story]} />}
        {epics.map((epic) => (
          <optgroup key={epic.id} label={epic.title}>
            <ItemOptions items={epic.stories} />
          </optgroup>
        ))}
      </ChooseProperty>
      <ChooseProperty
        label="Feature"
        value={task.feature?.key ?? ''}
        onChange={(key) =>
          onChange({ set: { feature: key || null }, look: { feature: named(features, key) } })
        }
      >
        <option value="">None</option>
        {task.feature && !named(features, task.feature.key) && <ItemOptions items={[task.feature]} />}
        <ItemOptions items={features} />
      </ChooseProperty>
    </div>
  )
}

type Item = NonNullable<Task['story']>

function ItemOptions({ items }: { items: Item[] }) {
  return items.map(({ key, title }) => (
    <option key={key} value={key}>
      {key} {title}
    </option>
  ))
}

function named(items: Item[], wanted: string): Item | null {
  const found = items.find(({ key }) => key === wanted)
  return found ? { id: found.id, key: found.key, title: found.title } : null
}
