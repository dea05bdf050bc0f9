import { useEffect } from 'react'
import type { Task } from '../../client.ts'
import { createStore } from '../../ui/store.ts'
import type { TaskTarget } from './picker-choices.tsx'
import type { Selection } from './selection.ts'

/** The selected tasks of the open list, for the command palette. */
export const selectedTasks = createStore<TaskTarget | null>(null)

export function usePublishedSelection(slug: string, { keys, matching }: Selection, shown: Task[]): void {
  useEffect(() => {
    if (keys.size === 0) return undefined
    const tasks = [...new Map(shown.map((task) => [task.id, task])).values()]
    selectedTasks.set({ slug, tasks: tasks.filter(({ key, may }) => may.edit && keys.has(key)), matching })
    return () => selectedTasks.set(null)
  }, [slug, keys, matching, shown])
}
