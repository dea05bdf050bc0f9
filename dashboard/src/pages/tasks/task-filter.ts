import { useMemo } from 'react'
import type { TaskFilter } from '../../queries.ts'
import { asBoolean, asText, oneOf, searchOf, someOf } from '../../routes/search.ts'
import { useTaskSearch } from '../projects/this-project.ts'
import { dueNames, priorities, sortNames, statuses, types } from './names.ts'

/*
 * What a project's pages show, in two forms: as their address says it, which people read and send to each other, and as
 * the server is asked for it.
 */

/** Which tasks are shown, and which one is open, as the address says it. */
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
  // Spaces that somebody has begun with look for nothing.
  const said = Object.entries(search).filter(
    ([, value]) => value !== undefined && String(value).trim() !== '',
  )
  return Object.fromEntries(
    said.map(([name, value]) => [name, isList(name) ? String(value).split(',') : value]),
  )
}

/** The other way round. What the filter does not name, the address does not either. */
export function searchFor(filter: TaskFilter): Omit<TaskSearch, 'task'> {
  const { task: _, ...nothing } = readTaskSearch({})
  const said = Object.entries(filter).map(([name, value]) => [name, isList(name) ? String(value) : value])
  return { ...nothing, ...(Object.fromEntries(said) as Omit<TaskSearch, 'task'>) }
}

export function useTaskFilter(): TaskFilter {
  const search = useTaskSearch()
  return useMemo(() => filterOf(search), [search])
}

/** Whether something may be hidden by it. */
export function isFiltered({ sort: _, ...filter }: TaskFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined)
}

const isList = (name: string) => lists.some((each) => each === name)
