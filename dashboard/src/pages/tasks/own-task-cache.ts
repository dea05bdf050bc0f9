import type { QueryClient } from '@tanstack/react-query'
import type { OutputOf, Task } from '../../client.ts'
import { changeItems } from '../../list-cache.ts'
import { homeQuery } from '../../queries.ts'
import { isOpen } from './names.ts'

/** Applies a change of a task to Home and to the user's own tasks. Closed tasks leave these lists. */
export function patchOwnTask(cache: QueryClient, key: string, set: Partial<Task>): void {
  const patch = (tasks: Task[]) =>
    tasks
      .map((task) => (task.key === key ? { ...task, ...set } : task))
      .filter((task) => task.key !== key || isOpen(task.status))
  changeItems(cache, 'tasks.listOwn', {}, patch)
  const patchList = (list: OutputOf<'home.get'>['tasks']) => {
    const items = patch(list.items)
    return { items, total: list.total - (list.items.length - items.length) }
  }
  cache.setQueryData(
    homeQuery.queryKey,
    (home) => home && { ...home, tasks: patchList(home.tasks), overdue: patchList(home.overdue) },
  )
}
