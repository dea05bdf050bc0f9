import { useEffect } from 'react'
import type { Task } from '../../client.ts'

/** The tasks of the list on the page, in its order. Null if the page has no list that publishes them. */
let published: readonly Task[] | null = null

/** Publishes the tasks of a list that renders only its visible rows, so that the open task knows its neighbours. */
export function usePublishedTasks(tasks: readonly Task[]): void {
  useEffect(() => {
    published = tasks
    return () => {
      published = null
    }
  }, [tasks])
}

/** Returns the keys of the tasks on the page in their order, without duplicates and drafts. */
export function shownTaskKeys(): string[] {
  const keys = published
    ? published.map(({ key }) => key)
    : [...document.querySelectorAll<HTMLElement>('[data-task]')].map(({ dataset }) => dataset.task ?? '')
  return [...new Set(keys)].filter((key) => key !== '')
}
