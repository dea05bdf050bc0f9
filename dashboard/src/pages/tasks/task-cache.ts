import type { QueryClient } from '@tanstack/react-query'
import type { Status, Task } from '../../client.ts'
import type { Pages } from '../../pages-query.ts'
import { type TaskFilter, projectQuery, taskQuery } from '../../queries.ts'
import { inserted, isIn } from './list-order.ts'
import { isOpen, statuses } from './names.ts'

/*
 * How a change of a task looks in everything that shows it, before the server has answered.
 */

export function findTask(cache: QueryClient, slug: string, key: string): Task | undefined {
  const opened = cache.getQueryData(taskQuery(slug, key).queryKey)
  return opened ?? loadedTasks(cache, slug).find((task) => task.key === key)
}

export function loadedTasks(cache: QueryClient, slug: string): Task[] {
  const lists = cache.getQueriesData<Pages<Task>>({ queryKey: ['tasks', slug] })
  const tasks = lists.flatMap(([, list]) => list?.pages.flatMap(({ items }) => items) ?? [])
  return [...new Map(tasks.map((task) => [task.id, task])).values()]
}

export function patchTask(cache: QueryClient, slug: string, key: string, set: Partial<Task>): void {
  const before = findTask(cache, slug, key)
  changeLists(cache, slug, (tasks, filter, whole) => {
    const shown = tasks.find((task) => task.key === key)
    const known = shown ?? before
    if (!known) return tasks
    const patched = { ...known, ...set }
    const others = shown ? tasks.filter((task) => task !== shown) : tasks
    // What only the server can judge stays where it is.
    const belongs = isIn(filter, patched) ?? shown !== undefined
    return belongs ? inserted(others, patched, filter, whole) : others
  })
  const { queryKey } = taskQuery(slug, key)
  // One that is being opened is shown as the list knows it, and so changed before it is there.
  const opening = cache.getQueryState(queryKey) ? before : undefined
  cache.setQueryData(queryKey, (task = opening) => task && { ...task, ...set })
  if (before && set.status) countStatus(cache, slug, before.status, set.status)
}

export function addTask(cache: QueryClient, slug: string, task: Task): void {
  changeLists(cache, slug, (tasks, filter, whole) =>
    isIn(filter, task) ? inserted(tasks, task, filter, whole) : tasks,
  )
  countStatus(cache, slug, undefined, task.status)
}

export function removeTask(cache: QueryClient, slug: string, { id, status }: Task): void {
  changeLists(cache, slug, (tasks) => tasks.filter((task) => task.id !== id))
  countStatus(cache, slug, status, undefined)
}

function changeLists(
  cache: QueryClient,
  slug: string,
  change: (tasks: Task[], filter: TaskFilter, whole: boolean) => Task[],
): void {
  for (const [key, list] of cache.getQueriesData<Pages<Task>>({ queryKey: ['tasks', slug] })) {
    if (!list) continue
    const tasks = list.pages.flatMap(({ items }) => items)
    const whole = list.pages.at(-1)?.nextCursor === null
    const changed = change(tasks, key[2] as TaskFilter, whole)
    if (changed === tasks) continue
    // A list is shown as one, whatever page something is on.
    const pages = list.pages.map((page, index) => ({ ...page, items: index === 0 ? changed : [] }))
    cache.setQueryData<Pages<Task>>(key, { ...list, pages })
  }
}

function countStatus(
  cache: QueryClient,
  slug: string,
  from: Status | undefined,
  to: Status | undefined,
): void {
  if (from === to) return
  cache.setQueryData(projectQuery(slug).queryKey, (project) => {
    if (!project) return project
    const byStatus = { ...project.stats.byStatus }
    if (from) byStatus[from]--
    if (to) byStatus[to]++
    const sum = (some: Status[]) => some.reduce((total, status) => total + byStatus[status], 0)
    const counts = { byStatus, total: sum(statuses), open: sum(statuses.filter(isOpen)) }
    return { ...project, stats: { ...project.stats, ...counts } }
  })
}
