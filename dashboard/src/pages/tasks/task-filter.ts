import { useMemo } from 'react'
import type { TaskFilter } from '../../queries.ts'
import { asText, oneOf, searchOf, someOf } from '../../routes/search.ts'
import { useTaskSearch } from '../projects/this-project.ts'
import { priorities, statuses } from './names.ts'

export const sorts = ['-createdAt', 'createdAt', '-updatedAt', 'position'] as const

/** Which tasks are shown, and which one is open, as the address of a project's pages says it. */
export const readTaskSearch = searchOf({
  task: asText,
  status: someOf(statuses),
  priority: someOf(priorities),
  assignee: asText,
  label: asText,
  sort: oneOf(sorts),
})

export type TaskSearch = ReturnType<typeof readTaskSearch>

export function filterOf({ task: _, status, priority, ...rest }: TaskSearch): TaskFilter {
  const said = {
    ...rest,
    status: listIn(status) as TaskFilter['status'],
    priority: listIn(priority) as TaskFilter['priority'],
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
}

export function useTaskFilter(): TaskFilter {
  const search = useTaskSearch()
  return useMemo(() => filterOf(search), [search])
}

/** Whether something may be hidden by it. */
export function isFiltered({ sort: _, ...filter }: TaskFilter): boolean {
  return Object.keys(filter).length > 0
}

const listIn = (text: string | undefined) => text?.split(',')
