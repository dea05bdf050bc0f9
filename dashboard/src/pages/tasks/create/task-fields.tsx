import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Priority, Status, Task } from '../../../client.ts'
import { featuresQuery } from '../../../queries.ts'
import { read } from '../../../read.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextField } from '../../../ui/form-fields.tsx'
import { assigneeLabel } from '../assignees.ts'
import { dayOf, endOfDay } from '../due-day.tsx'
import { useGroups } from '../groups.ts'
import { boardColumns, priorities, priorityNames, statusNames, typeNames, types } from '../names.ts'
import { useEveryAssignee } from '../picker-choices.tsx'
import { texts as taskTexts } from '../texts.ts'
import { LabelsInput } from './labels-input.tsx'
import { texts } from './texts.ts'

const { properties: names } = taskTexts

/** The properties of a new task, as the form edits them. */
export interface NewProperties {
  status: Status
  priority: Priority
  type: Task['type']
  assignee: string | null
  labels: string[]
  story: string | null
  feature: string | null
  estimate: string
  dueAt: string | null
}

export const noProperties: NewProperties = {
  status: 'todo',
  priority: 'none',
  type: 'task',
  assignee: null,
  labels: [],
  story: null,
  feature: null,
  estimate: '',
  dueAt: null,
}

interface TaskFieldsProps {
  /** The project, once it is chosen. */
  slug: string | undefined
  properties: NewProperties
  onChange: (change: Partial<NewProperties>) => void
}

/** The properties besides title and description. */
export function TaskFields({ slug, properties, onChange }: TaskFieldsProps) {
  const { status, priority, type, assignee, labels, story, feature, estimate, dueAt } = properties
  const isChosen = slug !== undefined
  const project = slug ?? ''
  const assignees = useEveryAssignee(project)
  const [epic, setEpic] = useState<string | null>(null)
  const { epics, isPartial } = useGroups(project, { enabled: isChosen, epic })
  const features = useQuery({ ...featuresQuery(project), enabled: isChosen }).data ?? []
  const byLabel = useQuery({ ...read('tasks.group', { project, by: 'label', limit: 1 }), enabled: isChosen })
  const knownLabels = byLabel.data?.groups.map(({ value }) => value).filter(Boolean) ?? []
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Choice
        name="status"
        options={boardColumns.map((value) => ({ value, label: statusNames[value] }))}
        value={status}
        onChange={(value) => onChange({ status: (value ?? 'todo') as Status })}
      />
      <Choice
        name="assignee"
        none={taskTexts.unassigned}
        options={assignees.map((each) => ({ value: each.id, label: assigneeLabel(each) }))}
        value={assignee}
        onChange={(value) => onChange({ assignee: value })}
      />
      <Choice
        name="priority"
        options={priorities.map((value) => ({ value, label: priorityNames[value] }))}
        value={priority}
        onChange={(value) => onChange({ priority: (value ?? 'none') as Priority })}
      />
      <Choice
        name="type"
        options={types.map((value) => ({ value, label: typeNames[value] }))}
        value={type}
        onChange={(value) => onChange({ type: (value ?? 'task') as Task['type'] })}
      />
      {isPartial && (
        <Choice
          name="epic"
          none={texts.none}
          options={epics.map(({ key, title }) => ({ value: key, label: `${key} ${title}` }))}
          value={epic}
          onChange={setEpic}
        />
      )}
      <Choice
        name="story"
        none={texts.none}
        options={epics.flatMap((each) =>
          each.stories.map(({ key, title }) => ({
            value: key,
            label: `${key} ${title}`,
            detail: each.title,
          })),
        )}
        value={story}
        onChange={(value) => onChange({ story: value })}
      />
      <Choice
        name="feature"
        none={texts.none}
        options={features.map(({ key, title }) => ({ value: key, label: `${key} ${title}` }))}
        value={feature}
        onChange={(value) => onChange({ feature: value })}
      />
      <TextField
        name="estimate"
        label={names.estimate}
        type="number"
        min={0}
        step="any"
        value={estimate}
        onChange={({ target }) => onChange({ estimate: target.value })}
      />
      <TextField
        name="dueAt"
        label={names.due}
        type="date"
        value={dueAt ? dayOf(dueAt) : ''}
        onChange={({ target }) => onChange({ dueAt: target.value ? endOfDay(target.value) : null })}
      />
      <LabelsInput known={knownLabels} labels={labels} onChange={(next) => onChange({ labels: next })} />
    </div>
  )
}

interface ChoiceProps {
  name: 'status' | 'assignee' | 'priority' | 'type' | 'epic' | 'story' | 'feature'
  none?: string
  options: { value: string; label: string; detail?: string }[]
  value: string | null
  onChange: (value: string | null) => void
}

function Choice({ name, none, options, value, onChange }: ChoiceProps) {
  return (
    <Field name={name} label={names[name]}>
      {(control) => (
        <Combobox
          {...control}
          options={options}
          value={value}
          {...(none !== undefined && { none, placeholder: none })}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
