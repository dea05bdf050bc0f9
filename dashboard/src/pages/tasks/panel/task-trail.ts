import { useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createSessionStore, useStore } from '../../../ui/store.ts'
import { shownTaskKeys } from '../shown-tasks.ts'

/** The list that the user came from. */
interface Trail {
  /** Its path and filters. */
  url: string
  /** Its tasks around the one that was opened, in its order. */
  keys: string[]
}

/** Survives a reload of the full page, which doesn't show the list. */
const trail = createSessionStore<Trail | null>('baton.task-trail', null)

/** Limits the stored keys on each side of the open task. */
const maxNeighbours = 200

/**
 * Remembers the list beside the panel, once its tasks are loaded. A component, because it renders again with every
 * request of the page.
 */
export function RecordTrail({ taskKey }: { taskKey: string }): null {
  const isIdle = useIsFetching() === 0
  useEffect(() => {
    if (!isIdle) return
    const url = new URL(location.href)
    // The URL of the next page is there before the panel is gone.
    if (url.searchParams.get('task') !== taskKey) return
    url.searchParams.delete('task')
    const keys = shownTaskKeys()
    const index = keys.indexOf(taskKey)
    // The task was opened through a link in another task. The user still came from the list.
    if (index < 0) return
    const near = keys.slice(Math.max(0, index - maxNeighbours), index + maxNeighbours + 1)
    const next = { url: url.pathname + url.search, keys: near }
    if (JSON.stringify(next) !== JSON.stringify(trail.get())) trail.set(next)
  }, [taskKey, isIdle])
  return null
}

/** Returns the neighbours of a task in the list that the user came from. */
export function useNeighbours(taskKey: string): { previous: string | undefined; next: string | undefined } {
  const keys = useStore(trail)?.keys ?? []
  const index = keys.indexOf(taskKey)
  if (index < 0) return { previous: undefined, next: undefined }
  return { previous: keys[index - 1], next: keys[index + 1] }
}

/** Returns the URL of the list that the user came from, with the task beside it. */
export function useListUrl(slug: string, taskKey: string): string {
  const from = useStore(trail)
  const url = new URL(from?.keys.includes(taskKey) ? from.url : `/projects/${slug}`, location.origin)
  url.searchParams.set('task', taskKey)
  return url.pathname + url.search
}
