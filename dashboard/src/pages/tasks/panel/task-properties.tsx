import { useQuery } from '@tanstack/react-query'
import { CalendarIcon } from 'lucide-react'
import { useState } from 'react'
import type { Priority, Status, Task } from '../../../client.ts'
import { featuresQuery } from '../../../queries.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { assigneeLabel, useAssignees } from '../assignees.ts'
import { dayOf, endOfDay } from '../due-day.tsx'
import { useGroups } from '../groups.ts'
import { Options } from '../icon-select.tsx'
import { priorityNames, statusNames, typeNames } from '../names.ts'
import { PriorityIcon } from '../priority-icon.tsx'
import { StatusIcon } from '../status-icon.tsx'
import type { TaskUpdate } from '../task-changes.ts'
import { texts as taskTexts } from '../texts.ts'
import { EstimateField } from './estimate-field.tsx'
import { LabelsField } from './labels-field.tsx'
import { Property, SelectProperty, control } from './property.tsx'
import { texts } from './texts.ts'

const { properties, unassigned } = taskTexts
const { chooseEpic, none } = texts.taskProperties

interface TaskPropertiesProps {
  task: Task
  slug: string
  onChange: (change: Pick<TaskUpdate, 'set' | 'preview'>) => void
}

export function TaskProperties({ task, slug, onChange }: TaskPropertiesProps) {
  return (
    <div className="flex flex-col">
      <SelectProperty
        label={properties.status}
        icon={<StatusIcon status={task.status} />}
        value={task.status}
        onChange={(status) => onChange({ set: { status: status as Status } })}
      >
        <Options names={statusNames} />
      </SelectProperty>
      <SelectProperty
        label={properties.priority}
        icon={<PriorityIcon priority={task.priority} />}
        value={task.priority}
        onChange={(priority) => onChange({ set: { priority: priority as Priority } })}
      >
        <Options names={priorityNames} />
      </SelectProperty>
      <SelectProperty
        label={properties.type}
        value={task.type}
        onChange={(type) => onChange({ set: { type: type as Task['type'] } })}
      >
        <Options names={typeNames} />
      </SelectProperty>
      <AssigneeProperty task={task} slug={slug} onChange={onChange} />
      <ParentProperties task={task} slug={slug} onChange={onChange} />
      <EstimateField estimate={task.estimate} onSave={(estimate) => onChange({ set: { estimate } })} />
      <Property label={properties.due} icon={<CalendarIcon />}>
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
  // Keep the current assignee in the list, even if they left the organization.
  const all =
    assignee && !assignees.some(({ id }) => id === assignee.id) ? [...assignees, assignee] : assignees
  return (
    <SelectProperty
      label={properties.assignee}
      icon={assignee && <Avatar {...assignee} />}
      value={assignee?.id ?? ''}
      onChange={(id) => {
        const chosen = all.find((assignee) => assignee.id === id) ?? null
        onChange({ set: { assignee: chosen?.id ?? null }, preview: { assignee: chosen } })
      }}
    >
      <option value="">{unassigned}</option>
      {all.map((assignee) => (
        <option key={assignee.id} value={assignee.id}>
          {assigneeLabel(assignee)}
        </option>
      ))}
    </SelectProperty>
  )
}

/** The story and feature of the task. Loads the options on hover or focus. */
function ParentProperties({ task, slug, onChange }: TaskPropertiesProps) {
  const [isActive, setIsActive] = useState(false)
  const [epic, setEpic] = useState('')
  const { epics, isPartial } = useGroups(slug, { enabled: isActive, epic })
  const stories = epics.flatMap((each) => each.stories)
  const features = useQuery({ ...featuresQuery(slug), enabled: isActive }).data ?? []
  return (
    <div onPointerEnter={() => setIsActive(true)} onFocus={() => setIsActive(true)}>
      <SelectProperty
        label={properties.story}
        value={task.story?.key ?? ''}
        onChange={(key) =>
          onChange({ set: { story: key || null }, preview: { story: findItem(stories, key) } })
        }
      >
        <option value="">{none}</option>
        {task.story && !findItem(stories, task.story.key) && <ItemOptions items={[task.story]} />}
        {epics.map((each) => (
          <optgroup key={each.id} label={each.title}>
            <ItemOptions items={each.stories} />
          </optgroup>
        ))}
      </SelectProperty>
      <SelectProperty
        label={properties.feature}
        value={task.feature?.key ?? ''}
        onChange={(key) =>
          onChange({ set: { feature: key || null }, preview: { feature: findItem(features, key) } })
        }
      >
        <option value="">{none}</option>
        {task.feature && !findItem(features, task.feature.key) && <ItemOptions items={[task.feature]} />}
        <ItemOptions items={features} />
      </SelectProperty>
      {/* Last, because it appears on hover and must not move the field below the pointer. */}
      {isPartial && (
        <SelectProperty label={properties.epic} value={epic} onChange={setEpic}>
          <option value="">{chooseEpic}</option>
          <ItemOptions items={epics} />
        </SelectProperty>
      )}
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

function findItem(items: Item[], keyToFind: string): Item | null {
  const found = items.find(({ key }) => key === keyToFind)
  return found ? { id: found.id, key: found.key, title: found.title } : null
}
