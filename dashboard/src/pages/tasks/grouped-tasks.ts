import { type QueryClient, type QueryKey, queryOptions, useQueryClient } from '@tanstack/react-query'
import { type InputOf, type OutputOf, call } from '../../client.ts'
import type { TaskFilter } from '../../queries.ts'
import { queryClient } from '../../query-client.ts'
import { readKey } from '../../read-key.ts'
import { createSessionStore } from '../../ui/store.ts'
import { type Grouping, initiallyCollapsed } from './groupings.ts'

export type GroupedTasks = OutputOf<'tasks.group'>
export type TaskGroup = GroupedTasks['groups'][number]
type GroupInput = InputOf<'tasks.group'>

/** The tasks of each group that the first request returns, and those of each further request. */
const [firstPageSize, pageSize, maxPageSize] = [50, 200, 1000]

/** The collapsed groups as `status:cancelled`. */
export const collapsedGroups = createSessionStore<readonly string[]>('baton.collapsed', initiallyCollapsed)

export const groupId = (by: Grouping, { value }: Pick<TaskGroup, 'value'>): string => `${by}:${value}`

/**
 * Returns the query for the tasks of a project by group: one request for all counts and the first tasks of every
 * expanded group. `useLoadMore` adds further pages to the cached data, and a refetch reads as many tasks again.
 */
export function groupedQuery(slug: string, filter: TaskFilter, by: Grouping) {
  const input: GroupInput = { project: slug, by, ...filter }
  const queryKey = readKey('tasks.group', input)
  return queryOptions<GroupedTasks>({
    queryKey,
    queryFn: ({ signal }) => loadGroups(input, queryKey, signal),
    // Keeps the results of the previous filter visible while loading, but not those of another project or grouping.
    placeholderData: (shown, before) => {
      const shownInput = before?.queryKey[1] as GroupInput | undefined
      return shownInput?.project === slug && shownInput.by === by ? shown : undefined
    },
  })
}

async function loadGroups(input: GroupInput, queryKey: QueryKey, signal: AbortSignal): Promise<GroupedTasks> {
  const before = queryClient.getQueryData<GroupedTasks>(queryKey)
  const collapsed = collapsedGroups
    .get()
    .filter((id) => id.startsWith(`${input.by}:`))
    .map((id) => id.slice(input.by.length + 1))
  const start = { ...input, limit: firstPageSize, ...(collapsed.length > 0 && { collapsed }) }
  const { total, groups } = await call('tasks.group', start, { signal })
  const filled: TaskGroup[] = []
  for (const group of groups) {
    const shown = before?.groups.find(({ value }) => value === group.value)?.items.length ?? 0
    const wanted = collapsed.includes(group.value) ? 0 : Math.min(shown, group.count)
    filled.push(await loadUpTo(input, group, wanted, signal))
  }
  return { total, groups: filled }
}

/** Reads further pages of a group until as many tasks are loaded as before. */
async function loadUpTo(input: GroupInput, group: TaskGroup, wanted: number, signal: AbortSignal) {
  let loaded = group
  while (loaded.items.length < wanted) {
    const limit = Math.min(wanted - loaded.items.length, maxPageSize)
    const page = await loadPage(input, loaded, limit, signal)
    if (page.items.length === 0) break
    loaded = append(loaded, page)
  }
  return loaded
}

async function loadPage(
  input: GroupInput,
  { value, nextCursor }: TaskGroup,
  limit: number,
  signal?: AbortSignal,
): Promise<TaskGroup> {
  const from = { ...input, group: value, limit, ...(nextCursor && { cursor: nextCursor }) }
  const { groups } = await call('tasks.group', from, { ...(signal && { signal }) })
  return groups[0] ?? { value, name: '', count: 0, points: 0, items: [], nextCursor: null }
}

function append(group: TaskGroup, page: TaskGroup): TaskGroup {
  const known = new Set(group.items.map(({ id }) => id))
  const added = page.items.filter(({ id }) => !known.has(id))
  return { ...group, items: [...group.items, ...added], nextCursor: page.nextCursor }
}

/** Returns whether the server has tasks of a group that aren't loaded. */
export function hasMore({ count, items, nextCursor }: TaskGroup): boolean {
  return nextCursor !== null || (items.length === 0 && count > 0)
}

const loading = new Set<string>()

/** Returns a function that loads the next page of a group. */
export function useLoadMore({ queryKey }: { queryKey: QueryKey }) {
  const cache = useQueryClient()
  return (group: TaskGroup) => loadMore(cache, queryKey, group)
}

async function loadMore(cache: QueryClient, queryKey: QueryKey, group: TaskGroup): Promise<void> {
  const id = JSON.stringify([queryKey, group.value, group.nextCursor])
  if (loading.has(id)) return
  loading.add(id)
  try {
    const page = await loadPage(
      queryKey[1] as GroupInput,
      group,
      group.items.length > 0 ? pageSize : firstPageSize,
    )
    cache.setQueryData<GroupedTasks>(
      queryKey,
      (shown) => shown && { ...shown, groups: shown.groups.map(add) },
    )
    function add(each: TaskGroup): TaskGroup {
      // A refetch can have replaced the group since the request.
      return each.value === group.value && each.nextCursor === group.nextCursor ? append(each, page) : each
    }
  } finally {
    loading.delete(id)
  }
}
