import type { Priority, Status } from '../../client.ts'

/** In the order in which work goes. */
export const statusNames: Record<Status, string> = {
  in_progress: 'In progress',
  in_review: 'In review',
  blocked: 'Blocked',
  todo: 'To do',
  backlog: 'Backlog',
  complete: 'Complete',
  cancelled: 'Cancelled',
}

/** From left to right, as work goes over a board. */
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

export const statuses = Object.keys(statusNames) as Status[]
export const priorities = Object.keys(priorityNames) as Priority[]

export const isOpen = (status: Status): boolean => status !== 'complete' && status !== 'cancelled'
