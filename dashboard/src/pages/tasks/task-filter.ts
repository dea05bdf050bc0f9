import { useMemo } from 'react'
import type { TaskFilter } from '../../queries.ts'
import { asBoolean, asText, oneOf, searchOf, someOf } from '../../routes/search.ts'
import { useTaskSearch } from '../projects/this-project.ts'
import { type Grouping, groupings } from './groupings.ts'
import {
  type ShownProperty,
  dueNames,
  priorities,
  shownByDefault,
  shownProperties,
  sortNames,
  statuses,
  types,
} from './names.ts'

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
  by: oneOf(groupings),
  show: someOf(shownProperties),
})

export type TaskSearch = ReturnType<typeof readTaskSearch>

const lists = ['status', 'priority', 'type', 'label', 'show'] as const

/** The filter of a task list, and how it is displayed: what a saved view contains. */
export interface TaskView extends TaskFilter {
  by?: Grouping | undefined
  show?: ShownProperty[] | undefined
}

export function viewOf({ task: _, ...search }: TaskSearch): TaskView {
  // A search of only spaces is no filter.
  const entries = Object.entries(search).filter(
    ([, value]) => value !== undefined && String(value).trim() !== '',
  )
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isList(name) ? String(value).split(',') : value]),
  )
}

export function filterOf(search: TaskSearch): TaskFilter {
  const { by: _, show: __, ...filter } = viewOf(search)
  return filter
}

/** The inverse of `viewOf`. Parameters that the view doesn't set are removed from the URL. */
export function searchFor(view: TaskView): Omit<TaskSearch, 'task'> {
  const { task: _, ...cleared } = readTaskSearch({})
  const entries = Object.entries(view).map(([name, value]) => [name, isList(name) ? String(value) : value])
  return { ...cleared, ...(Object.fromEntries(entries) as Omit<TaskSearch, 'task'>) }
}

export function useTaskFilter(): TaskFilter {
  const search = useTaskSearch()
  return useMemo(() => filterOf(search), [search])
}

export function useTaskView(): TaskView {
  const search = useTaskSearch()
  return useMemo(() => viewOf(search), [search])
}

/** Sort orders that fit groups by status. The others would contradict them. */
const groupedOrders = new Set<TaskFilter['sort']>([undefined, '-createdAt', 'position'])

export function groupingOf({ by, sort }: TaskView): Grouping {
  return by ?? (groupedOrders.has(sort) ? 'status' : 'none')
}

export const shownIn = ({ show }: TaskView): ShownProperty[] => show ?? shownByDefault

/** Whether the filter can hide tasks. */
export function isFiltered({ sort: _, by: __, show: ___, ...filter }: TaskView): boolean {
  return Object.values(filter).some((value) => value !== undefined)
}

const isList = (name: string) => lists.some((each) => each === name)
