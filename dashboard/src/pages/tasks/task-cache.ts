import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { InputOf, OpenedTask, Status, Task } from '../../client.ts'
import { type Pages, read } from '../../read.ts'
import { type TaskFilter, taskQuery } from '../../queries.ts'
import { readKey } from '../../read-key.ts'
import { changeInGroups, tasksInGroups } from './group-cache.ts'
import { insertSorted, matchesFilter } from './list-order.ts'
import { isOpen, statuses } from './names.ts'
import { patchOwnTask } from './own-task-cache.ts'

/*
 * Optimistic updates: apply a change of a task to every cached query that shows it, before the server responds.
 */

export function findTask(cache: QueryClient, slug: string, key: string): Task | undefined {
  const opened = cache.getQueryData(taskQuery(key).queryKey)
  return opened ?? loadedTasks(cache, slug).find((task) => task.key === key)
}

const listsOf = (slug: string) => readKey('tasks.list', { project: slug }, { shape: 'pages' })

/** Returns the filter of a task list from its key. */
function filterIn([, input]: QueryKey): TaskFilter {
  const { project: _, limit: __, ...filter } = input as InputOf<'tasks.list'>
  return filter
}

export function loadedTasks(cache: QueryClient, slug: string): Task[] {
  const lists = cache.getQueriesData<Pages<Task>>({ queryKey: listsOf(slug) })
  const tasks = [
    ...lists.flatMap(([, list]) => list?.pages.flatMap(({ items }) => items) ?? []),
    ...tasksInGroups(cache, slug),
  ]
  return [...new Map(tasks.map((task) => [task.id, task])).values()]
}

export function patchTask(cache: QueryClient, slug: string, key: string, set: Partial<Task>): void {
  const before = findTask(cache, slug, key)
  changeLists(cache, slug, (tasks, filter, isComplete) => {
    const shown = tasks.find((task) => task.key === key)
    const known = shown ?? before
    if (!known) return tasks
    const patched = { ...known, ...set }
    const others = shown ? tasks.filter((task) => task !== shown) : tasks
    // If only the server can evaluate the filter, keep the task where it is.
    const belongs = matchesFilter(filter, patched) ?? shown !== undefined
    return belongs ? insertSorted(others, patched, filter, isComplete) : others
  })
  patchOwnTask(cache, key, set)
  changeInGroups(
    cache,
    slug,
    (task) => task.key === key,
    (shown = before) => shown && { ...shown, ...set },
  )
  const { queryKey } = taskQuery(key)
  // While the task is loading, the panel shows the version from the list. Patch that one.
  const opening = cache.getQueryState(queryKey) ? before : undefined
  cache.setQueryData<OpenedTask>(queryKey, (task = opening) => task && { ...task, ...set })
  if (before && set.status) countStatus(cache, slug, before.status, set.status)
}

export function addTask(cache: QueryClient, slug: string, task: Task): void {
  changeLists(cache, slug, (tasks, filter, isComplete) =>
    matchesFilter(filter, task) ? insertSorted(tasks, task, filter, isComplete) : tasks,
  )
  changeInGroups(
    cache,
    slug,
    ({ id }) => id === task.id,
    () => task,
  )
  countStatus(cache, slug, undefined, task.status)
}

export function removeTask(cache: QueryClient, slug: string, { id, status }: Task): void {
  changeLists(cache, slug, (tasks) => tasks.filter((task) => task.id !== id))
  changeInGroups(
    cache,
    slug,
    (task) => task.id === id,
    () => undefined,
  )
  countStatus(cache, slug, status, undefined)
}

function changeLists(
  cache: QueryClient,
  slug: string,
  change: (tasks: Task[], filter: TaskFilter, isComplete: boolean) => Task[],
): void {
  for (const [key, list] of cache.getQueriesData<Pages<Task>>({ queryKey: listsOf(slug) })) {
    if (!list) continue
    const tasks = list.pages.flatMap(({ items }) => items)
    const isComplete = list.pages.at(-1)?.nextCursor === null
    const changed = change(tasks, filterIn(key), isComplete)
    if (changed === tasks) continue
    // Pages are displayed as one list, so all items can live on the first page.
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
  cache.setQueryData(read('projects.get', { project: slug }).queryKey, (project) => {
    if (!project) return project
    const byStatus = { ...project.stats.byStatus }
    if (from) byStatus[from]--
    if (to) byStatus[to]++
    const sum = (some: Status[]) => some.reduce((total, status) => total + byStatus[status], 0)
    const counts = { byStatus, total: sum(statuses), open: sum(statuses.filter(isOpen)) }
    return { ...project, stats: { ...project.stats, ...counts } }
  })
}
