import type { QueryClient } from '@tanstack/react-query'
import type { Status, Task } from '../../client.ts'
import { type Pages, changeItems } from '../../pages-query.ts'
import { projectQuery, taskQuery } from '../../queries.ts'
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
  const patch = (task: Task): Task => (task.key === key ? { ...task, ...set } : task)
  changeLists(cache, slug, (items) => items.map(patch))
  cache.setQueryData(taskQuery(slug, key).queryKey, (task) => task && patch(task))
  if (before && set.status) countStatus(cache, slug, before.status, set.status)
}

export function addTask(cache: QueryClient, slug: string, task: Task): void {
  changeLists(cache, slug, (items, page) => (page === 0 ? [task, ...items] : items))
  countStatus(cache, slug, undefined, task.status)
}

export function removeTask(cache: QueryClient, slug: string, { id, status }: Task): void {
  changeLists(cache, slug, (items) => items.filter((task) => task.id !== id))
  countStatus(cache, slug, status, undefined)
}

function changeLists(
  cache: QueryClient,
  slug: string,
  change: (items: Task[], page: number) => Task[],
): void {
  changeItems(cache, ['tasks', slug], change)
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
