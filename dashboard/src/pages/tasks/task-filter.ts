import { useMemo } from 'react'
import type { TaskFilter } from '../../queries.ts'
import { asBoolean, asText, oneOf, searchOf, someOf } from '../../routes/search.ts'
import { useTaskSearch } from '../projects/this-project.ts'
import { dueNames, priorities, sortNames, statuses, types } from './names.ts'

/*
 * The task filter in two forms: as readable URL parameters that people can share, and as the query sent to the server.
 */

/** Parses the filter and the key of the open task from the URL. */
export const readTaskSearch = searchOf({
  task: asText,
  search: asText,
  status: someOf(statuses),
  priority: someOf(priorities),
  type: someOf(types),
  assignee: asText,
  label: asText,
  story: asText,
  epic: asText,
  feature: asText,
  due: oneOf(Object.keys(dueNames) as (keyof typeof dueNames)[]),
  blocked: asBoolean,
  held: asBoolean,
  sort: oneOf(Object.keys(sortNames) as (keyof typeof sortNames)[]),
})

export type TaskSearch = ReturnType<typeof readTaskSearch>

const lists = ['status', 'priority', 'type', 'label'] as const

export function filterOf({ task: _, ...search }: TaskSearch): TaskFilter {
  // A search of only spaces is no filter.
  const entries = Object.entries(search).filter(
    ([, value]) => value !== undefined && String(value).trim() !== '',
  )
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isList(name) ? String(value).split(',') : value]),
  )
}

/** The inverse of `filterOf`. Parameters that the filter doesn't set are removed from the URL. */
export function searchFor(filter: TaskFilter): Omit<TaskSearch, 'task'> {
  const { task: _, ...cleared } = readTaskSearch({})
  const entries = Object.entries(filter).map(([name, value]) => [name, isList(name) ? String(value) : value])
  return { ...cleared, ...(Object.fromEntries(entries) as Omit<TaskSearch, 'task'>) }
}

export function useTaskFilter(): TaskFilter {
  const search = useTaskSearch()
  return useMemo(() => filterOf(search), [search])
}

/** Whether the filter can hide tasks. */
export function isFiltered({ sort: _, ...filter }: TaskFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined)
}

const isList = (name: string) => lists.some((each) => each === name)
