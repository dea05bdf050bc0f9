import { useQuery } from '@tanstack/react-query'
import { CircleDashedIcon, TagIcon } from 'lucide-react'
import type { Priority, Status, Task } from '../../client.ts'
import { useHasRole } from '../../my-role.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { PickerOption } from '../../ui/picker.tsx'
import { everyAgentQuery } from '../agents/queries.ts'
import { type Assignee, assigneeLabel, useAssignees } from './assignees.ts'
import { useChangeMany } from './bulk-changes.ts'
import { type Matching, type MatchingSet, useChangeMatching } from './change-matching.ts'
import { useLabels } from './filter-menu.tsx'
import { priorities, priorityNames, statusNames, statuses } from './names.ts'
import { PriorityIcon } from './priority-icon.tsx'
import { StatusIcon } from './status-icon.tsx'
import type { TaskUpdate } from './task-changes.ts'
import { texts } from './texts.ts'

const { bulkChanges, picker, properties } = texts

/** The properties of tasks that a picker changes. */
export const pickedProperties = ['status', 'assignee', 'priority', 'label'] as const
export type PickedProperty = (typeof pickedProperties)[number]

/** The tasks that an action concerns. */
export interface TaskTarget {
  slug: string
  /** The loaded tasks. */
  tasks: Task[]
  /** The filter whose tasks are all concerned, also those that aren't loaded. */
  matching?: Matching | undefined
}

export const countOf = ({ tasks, matching }: Omit<TaskTarget, 'slug'>): number =>
  matching?.count ?? tasks.length

export interface PickerChoices {
  label: string
  options: PickerOption[]
  /** Returns an option for typed text that no option has. */
  create?: (typed: string) => PickerOption
  onPick: (value: string) => void
}

/** Returns the options of a property, and a function that sets the property of the tasks to one of them. */
export function usePickerChoices(target: TaskTarget, property: PickedProperty): PickerChoices {
  const { slug, tasks } = target
  const count = countOf(target)
  const apply = useApply(target)
  const assignees = useEveryAssignee(slug, property === 'assignee')
  const labels = useLabels(slug)
  if (property === 'status')
    return {
      label: picker.set(properties.status),
      options: statuses.map((status) => ({
        value: status,
        label: statusNames[status],
        icon: <StatusIcon status={status} />,
        chosen: tasks.every((task) => task.status === status),
      })),
      onPick: (value) => {
        const status = value as Status
        apply(bulkChanges.moved(count, statusNames[status]), { status }, () => ({ set: { status } }))
      },
    }
  if (property === 'priority')
    return {
      label: picker.set(properties.priority),
      options: priorities.map((priority) => ({
        value: priority,
        label: priorityNames[priority],
        icon: <PriorityIcon priority={priority} />,
        chosen: tasks.every((task) => task.priority === priority),
      })),
      onPick: (value) => {
        const priority = value as Priority
        apply(bulkChanges.prioritized(count, priorityNames[priority]), { priority }, () => ({
          set: { priority },
        }))
      },
    }
  if (property === 'assignee')
    return {
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
        const message = assignee ? bulkChanges.assigned(count, assignee.name) : bulkChanges.unassigned(count)
        const set = { assignee: assignee?.id ?? null }
        apply(message, set, () => ({ set, preview: { assignee } }))
      },
    }
  const isOnAll = (label: string) => tasks.every((task) => task.labels.includes(label))
  return {
    label: picker.addLabel,
    options: labels.map((label) => ({
      value: label,
      label,
      icon: <TagIcon />,
      chosen: isOnAll(label),
    })),
    create: (typed) => ({ value: typed, label: picker.createLabel(typed), icon: <TagIcon /> }),
    // A label that all tasks have is removed.
    onPick(label) {
      if (isOnAll(label))
        apply(bulkChanges.unlabeled(count, label), { removeLabels: [label] }, (task) => ({
          set: { labels: task.labels.filter((each) => each !== label) },
        }))
      else
        apply(bulkChanges.labeled(count, label), { addLabels: [label] }, (task) => ({
          set: { labels: [...new Set([...task.labels, label])] },
        }))
    },
  }
}

type ChangeOf = (task: Task) => Pick<TaskUpdate, 'set' | 'preview'>

/** Returns a function that changes the tasks in one request: all that match, or else the loaded ones. */
function useApply({ slug, tasks, matching }: TaskTarget) {
  const changeMany = useChangeMany(slug)
  const changeMatching = useChangeMatching(slug)
  return (message: string, set: MatchingSet, changeOf: ChangeOf) => {
    const changes = tasks.map((task) => ({ task, change: changeOf(task) }))
    if (matching) changeMatching.mutate({ matching, set, message, shown: changes })
    else changeMany.mutate({ message, tasks: changes })
  }
}

/** Returns all people and agents that a task of the project can be assigned to. */
export function useEveryAssignee(slug: string, enabled = true): Assignee[] {
  const known = useAssignees(slug)
  const isMember = useHasRole('member')
  const agents = useQuery({ ...everyAgentQuery, enabled: enabled && isMember }).data ?? []
  const agentAssignees = agents.map(({ id, name }): Assignee => ({ kind: 'agent', id, name }))
  return [...new Map([...known, ...agentAssignees].map((each) => [each.id, each])).values()]
}
