import type { Priority, Status, Task } from '../../client.ts'
import type { TaskFilter } from '../../queries.ts'

/** In the order in which the list groups tasks: active work first. */
export const statusNames: Record<Status, string> = {
  in_progress: 'In progress',
  in_review: 'In review',
  blocked: 'Blocked',
  todo: 'To do',
  backlog: 'Backlog',
  complete: 'Complete',
  cancelled: 'Cancelled',
}

/** The board columns from left to right, in workflow order. */
export const boardColumns: readonly Status[] = [
  'backlog',
  'todo',
  'in_progress',
  'blocked',
  'in_review',
  'complete',
  'cancelled',
]

export const priorityNames: Record<Priority, string> = {
  urgent: 'Urgent',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  none: 'No priority',
}

export const typeNames: Record<Task['type'], string> = {
  task: 'Task',
  bug: 'Bug',
  chore: 'Chore',
  spike: 'Spike',
}

/** Statuses of epics and stories. */
export const groupStatusNames = {
  planned: 'Planned',
  active: 'Active',
  complete: 'Complete',
  cancelled: 'Cancelled',
} as const

export const dueNames: Record<NonNullable<TaskFilter['due']>, string> = {
  overdue: 'Overdue',
  week: 'Next 7 days',
  none: 'Not set',
}

export const sortNames: Record<NonNullable<TaskFilter['sort']>, string> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  '-updatedAt': 'Recently updated',
  position: 'Manual order',
  '-priority': 'Highest priority first',
  dueAt: 'Due date',
}

/** The optional properties of a row, in the order in which it shows them. */
export const shownProperties = [
  'priority',
  'key',
  'labels',
  'due',
  'estimate',
  'creator',
  'assignee',
] as const
export type ShownProperty = (typeof shownProperties)[number]
export const shownByDefault: ShownProperty[] = shownProperties.filter((name) => name !== 'estimate')

export const types = Object.keys(typeNames) as Task['type'][]
export const statuses = Object.keys(statusNames) as Status[]
export const priorities = Object.keys(priorityNames) as Priority[]

export const isOpen = (status: Status): boolean => status !== 'complete' && status !== 'cancelled'
