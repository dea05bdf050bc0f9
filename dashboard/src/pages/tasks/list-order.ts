import type { Priority, Task } from '../../client.ts'
import type { TaskFilter } from '../../queries.ts'

/*
 * Where a task belongs in a list that is shown, as the server will say it: so that a change is seen in its place at once.
 */

type Compare = (one: Task, other: Task) => number

const ranks: Record<Priority, number> = { urgent: 4, high: 3, medium: 2, low: 1, none: 0 }
const text = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
/** Ids grow with time, and those of drafts are beyond all of them. */
const newest: Compare = (one, other) => text(other.id, one.id)
const never = '9999'

const orders: Record<NonNullable<TaskFilter['sort']>, Compare> = {
  position: (one, other) => text(one.position, other.position),
  '-priority': (one, other) => ranks[other.priority] - ranks[one.priority] || newest(one, other),
  dueAt: (one, other) => text(one.dueAt ?? never, other.dueAt ?? never) || text(one.id, other.id),
  '-updatedAt': (one, other) => text(other.updatedAt, one.updatedAt) || newest(one, other),
  '-createdAt': newest,
  createdAt: (one, other) => text(one.id, other.id),
}

/** Puts a task into a list where its order wants it. Beyond what was read so far it is not shown yet. */
export function inserted(tasks: Task[], task: Task, { sort = '-createdAt' }: TaskFilter, whole: boolean) {
  const at = tasks.findIndex((other) => orders[sort](task, other) < 0)
  if (at >= 0) return tasks.toSpliced(at, 0, task)
  return whole ? [...tasks, task] : tasks
}

/** Whether a filter lets a task through; undefined where only the server knows. */
export function isIn(filter: TaskFilter, task: Task): boolean | undefined {
  const { status, priority, type, label, sort: _, ...others } = filter
  if (status && !status.includes(task.status)) return false
  if (priority && !priority.includes(task.priority)) return false
  if (type && !type.includes(task.type)) return false
  if (label && !label.every((each) => task.labels.includes(each))) return false
  return Object.values(others).every((value) => value === undefined) ? true : undefined
}
