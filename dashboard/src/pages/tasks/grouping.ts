import type { Status, Task } from '../../client.ts'
import type { Grouping } from './groupings.ts'
import { priorities, priorityNames, statusNames, statuses } from './names.ts'
import { texts } from './texts.ts'

const { grouping, properties } = texts

export const groupingNames: Record<Grouping, string> = {
  status: properties.status,
  priority: properties.priority,
  assignee: properties.assignee,
  agent: properties.agent,
  label: properties.label,
  epic: properties.epic,
  feature: properties.feature,
  none: grouping.none,
}

/** The values of groupings with a fixed order. */
export const knownValues: Partial<Record<Grouping, readonly string[]>> = {
  status: statuses,
  priority: priorities,
}

interface GroupName {
  value: string
  name: string
}

/** Returns the heading of a group. */
export function groupLabel(by: Grouping, { value, name }: GroupName): string {
  if (by === 'none') return texts.taskList.label
  if (by === 'status') return statusNames[value as Status]
  if (by === 'priority') return priorityNames[value as Task['priority']]
  if (value === '') return grouping.missing[by]
  return name
}

/** Returns the groups of a task, or undefined if only the server knows them. */
export function groupsOf(by: Grouping, task: Task): GroupName[] | undefined {
  const { assignee, claim, labels, feature, story } = task
  const missing = [{ value: '', name: '' }]
  if (by === 'none') return missing
  if (by === 'status' || by === 'priority') return [{ value: task[by], name: task[by] }]
  if (by === 'assignee') return assignee ? [{ value: assignee.id, name: assignee.name }] : missing
  if (by === 'label')
    return labels.length > 0 ? [...new Set(labels)].map((label) => ({ value: label, name: label })) : missing
  if (by === 'feature') return feature ? [{ value: feature.key, name: feature.title }] : missing
  if (by === 'epic') return story ? undefined : missing
  const agent = claim?.by.kind === 'agent' ? claim.by : assignee?.kind === 'agent' ? assignee : undefined
  return agent ? [{ value: agent.id!, name: agent.name }] : missing
}
