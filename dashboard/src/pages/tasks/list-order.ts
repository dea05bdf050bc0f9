import type { Priority, Task } from '../../client.ts'
import type { TaskFilter } from '../../queries.ts'

/*
 * Mirrors the server's sort orders and filters, so that a changed task appears in the right place before the server
 * responds.
 */

type Compare = (one: Task, other: Task) => number

const ranks: Record<Priority, number> = { urgent: 4, high: 3, medium: 2, low: 1, none: 0 }
const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
/** Ids increase with time, and ids of drafts sort after all others. */
const newest: Compare = (one, other) => compareText(other.id, one.id)
const noDueDate = '9999'

const orders: Record<NonNullable<TaskFilter['sort']>, Compare> = {
  position: (one, other) => compareText(one.position, other.position),
  '-priority': (one, other) => ranks[other.priority] - ranks[one.priority] || newest(one, other),
  dueAt: (one, other) =>
    compareText(one.dueAt ?? noDueDate, other.dueAt ?? noDueDate) || compareText(one.id, other.id),
  '-updatedAt': (one, other) => compareText(other.updatedAt, one.updatedAt) || newest(one, other),
  '-createdAt': newest,
  createdAt: (one, other) => compareText(one.id, other.id),
}

/** Inserts a task at its sorted position. Omits it if it belongs to a page that isn't loaded yet. */
export function insertSorted(
  tasks: Task[],
  task: Task,
  { sort = '-createdAt' }: TaskFilter,
  isComplete: boolean,
) {
  const at = tasks.findIndex((other) => orders[sort](task, other) < 0)
  if (at >= 0) return tasks.toSpliced(at, 0, task)
  return isComplete ? [...tasks, task] : tasks
}

/** Whether a task passes a filter. Undefined if only the server can evaluate the filter. */
export function matchesFilter(filter: TaskFilter, task: Task): boolean | undefined {
  const { status, priority, type, label, sort: _, ...others } = filter
  if (status && !status.includes(task.status)) return false
  if (priority && !priority.includes(task.priority)) return false
  if (type && !type.includes(task.type)) return false
  if (label && !label.every((each) => task.labels.includes(each))) return false
  return Object.values(others).every((value) => value === undefined) ? true : undefined
}
