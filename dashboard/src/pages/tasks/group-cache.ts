import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { InputOf, Task } from '../../client.ts'
import type { TaskFilter } from '../../queries.ts'
import { readKey } from '../../read-key.ts'
import type { GroupedTasks, TaskGroup } from './grouped-tasks.ts'
import { groupsOf, knownValues } from './grouping.ts'
import type { Grouping } from './groupings.ts'
import { insertSorted, matchesFilter } from './list-order.ts'

/*
 * Optimistic updates of the grouped task lists: moves a changed task to its new groups before the server responds.
 */

const groupedLists = (slug: string) => ({ queryKey: readKey('tasks.group', { project: slug }) })

export function tasksInGroups(cache: QueryClient, slug: string): Task[] {
  const lists = cache.getQueriesData<GroupedTasks>(groupedLists(slug))
  return lists.flatMap(([, list]) => list?.groups.flatMap(({ items }) => items) ?? [])
}

/** Replaces a task in every grouped list: `change` returns the new task, or undefined if it was deleted. */
export function changeInGroups(
  cache: QueryClient,
  slug: string,
  is: (task: Task) => boolean,
  change: (shown: Task | undefined) => Task | undefined,
): void {
  for (const [key, list] of cache.getQueriesData<GroupedTasks>(groupedLists(slug)))
    // A list with only counts doesn't contain the task, so its refetch updates it.
    if (list && !(key[1] as InputOf<'tasks.group'>).collapsed)
      cache.setQueryData<GroupedTasks>(key, replaceTask(list, inputIn(key), is, change))
}

interface ListInput {
  by: Grouping
  filter: TaskFilter
}

function inputIn([, input]: QueryKey): ListInput {
  const { project: _, by, ...filter } = input as InputOf<'tasks.group'>
  return { by, filter }
}

function replaceTask(
  list: GroupedTasks,
  { by, filter }: ListInput,
  is: (task: Task) => boolean,
  change: (shown: Task | undefined) => Task | undefined,
): GroupedTasks {
  const shown = list.groups.flatMap(({ items }) => items).find(is)
  const task = change(shown)
  if (!task && !shown) return list
  // If only the server can evaluate the filter or the group, the task stays where it is.
  const belongs = task && (matchesFilter(filter, task) ?? shown !== undefined)
  const targets = belongs ? groupsOf(by, task) : []
  const isIn = ({ value, items }: TaskGroup) =>
    targets ? targets.some((target) => target.value === value) : items.some(is)
  const groups = list.groups.map((group) => {
    const without = shown ? removeFrom(group, is) : group
    return task && belongs && isIn(group) ? addTo(without, task, filter) : without
  })
  const known = new Set(list.groups.map(({ value }) => value))
  for (const target of targets?.filter(({ value }) => !known.has(value)) ?? [])
    insertGroup(groups, by, {
      ...target,
      count: 1,
      points: task!.estimate ?? 0,
      items: [task!],
      nextCursor: null,
    })
  const difference = (belongs ? 1 : 0) - (shown ? 1 : 0)
  return { total: list.total + difference, groups: groups.filter(({ count }) => count > 0) }
}

function removeFrom(group: TaskGroup, is: (task: Task) => boolean): TaskGroup {
  const removed = group.items.find(is)
  if (!removed) return group
  const items = group.items.filter((task) => !is(task))
  return { ...group, items, count: group.count - 1, points: group.points - (removed.estimate ?? 0) }
}

function addTo(group: TaskGroup, task: Task, filter: TaskFilter): TaskGroup {
  // A collapsed group only counts its tasks.
  const isCollapsed = group.items.length === 0 && group.count > 0
  const items = isCollapsed ? group.items : insertSorted(group.items, task, filter, group.nextCursor === null)
  return { ...group, items, count: group.count + 1, points: group.points + (task.estimate ?? 0) }
}

/** Inserts a new group in the order of its grouping. Groups without a fixed order are sorted by the refetch. */
function insertGroup(groups: TaskGroup[], by: Grouping, group: TaskGroup): void {
  const order = knownValues[by]
  const at = order
    ? groups.findIndex(({ value }) => order.indexOf(value) > order.indexOf(group.value))
    : groups.findIndex(({ value }) => value === '')
  groups.splice(at < 0 ? groups.length : at, 0, group)
}
