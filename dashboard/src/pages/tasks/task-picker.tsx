import { useQuery } from '@tanstack/react-query'
import { CircleDashedIcon, TagIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { Priority, Status, Task } from '../../client.ts'
import { useHasRole } from '../../my-role.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { type Anchor, Picker, type PickerOption } from '../../ui/picker.tsx'
import { everyAgentQuery } from '../agents/queries.ts'
import { type Assignee, assigneeLabel, useAssignees } from './assignees.ts'
import { useChangeMany } from './bulk-changes.ts'
import { useLabels } from './filter-menu.tsx'
import { priorities, priorityNames, statusNames, statuses } from './names.ts'
import { PriorityIcon } from './priority-icon.tsx'
import { StatusIcon } from './status-icon.tsx'
import type { TaskUpdate } from './task-changes.ts'
import { texts } from './texts.ts'

const { bulkChanges, picker, properties } = texts

/** The properties of tasks that a picker changes. */
export type PickedProperty = 'status' | 'priority' | 'assignee' | 'label'

export interface OpenPicker {
  property: PickedProperty
  tasks: Task[]
  anchor: Anchor
}

interface TaskPickerProps extends OpenPicker {
  slug: string
  onClose: () => void
  finalFocus: () => HTMLElement | null
}

type PickerChoices = Omit<ComponentProps<typeof Picker>, keyof TaskPickerProps>
type PropertyPickerProps = Omit<TaskPickerProps, 'property'>

/** Changes a property of one or more tasks. */
export function TaskPicker({ property, ...props }: TaskPickerProps) {
  const PropertyPicker = propertyPickers[property]
  return <PropertyPicker {...props} />
}

type ChangeOf = (task: Task) => Pick<TaskUpdate, 'set' | 'preview'>

function useApply(slug: string, tasks: Task[]) {
  const change = useChangeMany(slug)
  return (message: string, changeOf: ChangeOf) =>
    change.mutate({ message, tasks: tasks.map((task) => ({ task, change: changeOf(task) })) })
}

function StatusPicker({ slug, tasks, ...frame }: PropertyPickerProps) {
  const apply = useApply(slug, tasks)
  const choices: PickerChoices = {
    label: picker.set(properties.status),
    options: statuses.map((status) => ({
      value: status,
      label: statusNames[status],
      icon: <StatusIcon status={status} />,
      chosen: tasks.every((task) => task.status === status),
    })),
    onPick: (status) =>
      apply(bulkChanges.moved(tasks.length, statusNames[status as Status]), () => ({
        set: { status: status as Status },
      })),
  }
  return <Picker {...choices} {...frame} />
}

function PriorityPicker({ slug, tasks, ...frame }: PropertyPickerProps) {
  const apply = useApply(slug, tasks)
  const choices: PickerChoices = {
    label: picker.set(properties.priority),
    options: priorities.map((priority) => ({
      value: priority,
      label: priorityNames[priority],
      icon: <PriorityIcon priority={priority} />,
      chosen: tasks.every((task) => task.priority === priority),
    })),
    onPick: (priority) =>
      apply(bulkChanges.prioritized(tasks.length, priorityNames[priority as Priority]), () => ({
        set: { priority: priority as Priority },
      })),
  }
  return <Picker {...choices} {...frame} />
}

function AssigneePicker({ slug, tasks, ...frame }: PropertyPickerProps) {
  const apply = useApply(slug, tasks)
  const known = useAssignees(slug)
  const agents = useQuery({ ...everyAgentQuery, enabled: useHasRole('member') }).data ?? []
  const agentAssignees = agents.map(({ id, name }): Assignee => ({ kind: 'agent', id, name }))
  const assignees = [...new Map([...known, ...agentAssignees].map((each) => [each.id, each])).values()]
  const choices: PickerChoices = {
    label: picker.set(properties.assignee),
    options: [
      {
        value: '',
        label: texts.unassigned,
        icon: <CircleDashedIcon />,
        chosen: tasks.every((task) => !task.assignee),
      },
      ...assignees.map((assignee) => ({
        value: assignee.id,
        label: assigneeLabel(assignee),
        icon: <Avatar {...assignee} />,
        chosen: tasks.every((task) => task.assignee?.id === assignee.id),
      })),
    ],
    onPick(id) {
      const assignee = assignees.find((each) => each.id === id) ?? null
      const message = assignee
        ? bulkChanges.assigned(tasks.length, assignee.name)
        : bulkChanges.unassigned(tasks.length)
      apply(message, () => ({ set: { assignee: assignee?.id ?? null }, preview: { assignee } }))
    },
  }
  return <Picker {...choices} {...frame} />
}

function LabelPicker({ slug, tasks, ...frame }: PropertyPickerProps) {
  const apply = useApply(slug, tasks)
  const isOnAll = (label: string) => tasks.every(({ labels }) => labels.includes(label))
  const choices: PickerChoices = {
    label: picker.addLabel,
    options: useLabels(slug).map((label) => ({
      value: label,
      label,
      icon: <TagIcon />,
      chosen: isOnAll(label),
    })),
    create: newLabel,
    // A label that all tasks have is removed.
    onPick(label) {
      if (isOnAll(label))
        apply(bulkChanges.unlabeled(tasks.length, label), ({ labels }) => ({
          set: { labels: labels.filter((each) => each !== label) },
        }))
      else
        apply(bulkChanges.labeled(tasks.length, label), ({ labels }) => ({
          set: { labels: [...new Set([...labels, label])] },
        }))
    },
  }
  return <Picker {...choices} {...frame} />
}

function newLabel(typed: string): PickerOption {
  return { value: typed, label: picker.createLabel(typed), icon: <TagIcon /> }
}

const propertyPickers = {
  status: StatusPicker,
  priority: PriorityPicker,
  assignee: AssigneePicker,
  label: LabelPicker,
} satisfies Record<PickedProperty, unknown>
