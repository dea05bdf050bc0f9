import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ProjectWithStats } from '../../client.ts'
import type { TaskFilter } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { Select } from '../../ui/select.tsx'
import { useTaskSearch } from '../projects/this-project.ts'
import { FilterChips } from './filter-chips.tsx'
import { FilterMenu } from './filter-menu.tsx'
import { sortNames, statusNames, statuses } from './names.ts'
import { StatusIcon } from './status-icon.tsx'
import { filterOf, isFiltered, searchFor, useTaskFilter } from './task-filter.ts'
import { ViewsMenu } from './views/views-menu.tsx'

interface FilterBarProps {
  project: ProjectWithStats
  layout: 'list' | 'board'
}

/** Which tasks are shown and in which order: all of it is in the address, and kept as a view under a name. */
export function FilterBar({ project, layout }: FilterBarProps) {
  const filter = useTaskFilter()
  const change = useChangeFilter()
  return (
    <div className="flex shrink-0 flex-col gap-1.5 border-b px-3 py-1.5 md:px-4">
      <div className="@container flex flex-wrap items-center gap-x-2 gap-y-1.5">
        {layout === 'list' && <StatusCounts project={project} />}
        <span className="flex min-w-0 grow flex-wrap items-center justify-end gap-2">
          <SearchField />
          <FilterMenu slug={project.slug} filter={filter} change={change} />
          {layout === 'list' && (
            <Select
              label="Order"
              options={Object.entries(sortNames).map(([value, name]) => ({ value, name }))}
              value={filter.sort ?? '-createdAt'}
              onChange={(sort) => change({ sort: sort as NonNullable<TaskFilter['sort']> })}
            />
          )}
          <ViewsMenu project={project} filter={filter} layout={layout} />
        </span>
      </div>
      {isFiltered(filter) && (
        <FilterChips slug={project.slug} filter={filter} change={change}>
          <Clear />
        </FilterChips>
      )}
    </div>
  )
}

export type ChangeFilter = (change: { [Name in keyof TaskFilter]: TaskFilter[Name] | undefined }) => void

/** Shows other tasks, on the same page. What is changed to nothing leaves the address. */
export function useChangeFilter(): ChangeFilter {
  const navigate = useNavigate()
  const present = useTaskSearch()
  return (change) => {
    const filter = { ...filterOf(present), ...change }
    const said = Object.entries(filter).filter(([, value]) => !isNothing(value))
    const search = { task: present.task, ...searchFor(Object.fromEntries(said)) }
    void navigate({ to: '.', search, replace: true })
  }
}

const isNothing = (value: unknown) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

function SearchField() {
  const { search } = useTaskSearch()
  const change = useChangeFilter()
  return (
    <label className="relative min-w-32 grow basis-40 sm:max-w-56">
      <span className="sr-only">Find tasks by their words</span>
      <span aria-hidden className="absolute inset-y-0 left-2 flex items-center text-muted">
        <SearchIcon />
      </span>
      <input
        type="search"
        value={search ?? ''}
        placeholder="Find tasks"
        maxLength={200}
        onChange={({ target }) => change({ search: target.value })}
        className="h-8 w-full rounded-md border border-strong-line bg-surface pr-2 pl-7 placeholder:text-muted hover:border-muted"
      />
    </label>
  )
}

/** How many tasks stand where; each number is also the filter that shows them. */
function StatusCounts({ project: { stats } }: { project: ProjectWithStats }) {
  const { status: chosen = [] } = useTaskFilter()
  const shown = statuses.filter((status) => stats.byStatus[status] > 0 || chosen.includes(status))
  return (
    <ul aria-label="Tasks by status" className="flex min-w-0 gap-0.5 overflow-x-auto">
      {shown.map((status) => (
        <li key={status} className="shrink-0">
          <Link
            to="."
            search={(search) => ({ ...search, status: chosen.join() === status ? undefined : status })}
            replace
            title={statusNames[status]}
            aria-current={chosen.includes(status)}
            className="flex h-7 items-center gap-1 rounded-md px-1.5 text-[13px] text-muted hover:bg-hover hover:text-ink aria-[current=true]:bg-accent-soft aria-[current=true]:text-ink"
          >
            <StatusIcon status={status} />
            <span className="sr-only">{statusNames[status]}</span>
            <span className="font-medium text-ink tabular-nums">{stats.byStatus[status]}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Clear(): ReactNode {
  const navigate = useNavigate()
  const { task, sort } = useTaskSearch()
  return (
    <Button
      kind="quiet"
      className="h-6 px-2 text-xs"
      onClick={() => void navigate({ to: '.', search: { task, sort }, replace: true })}
    >
      Clear all
    </Button>
  )
}
