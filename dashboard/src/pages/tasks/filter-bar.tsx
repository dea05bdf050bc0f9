import { Link, useNavigate } from '@tanstack/react-router'
import { SearchIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ProjectWithStats } from '../../client.ts'
import type { TaskFilter } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { useTaskSearch } from '../projects/this-project.ts'
import { DisplayMenu } from './display-menu.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FilterMenu } from './filter-menu.tsx'
import { sortNames, statusNames, statuses } from './names.ts'
import { StatusIcon } from './status-icon.tsx'
import { type TaskView, isFiltered, searchFor, useTaskFilter, useTaskView, viewOf } from './task-filter.ts'
import { texts } from './texts.ts'
import { ViewsMenu } from './views/views-menu.tsx'

const { filterBar } = texts

interface FilterBarProps {
  project: ProjectWithStats
  layout: 'list' | 'board'
}

/** Search, filters, sort order and views. All of them are stored in the URL. */
export function FilterBar({ project, layout }: FilterBarProps) {
  const filter = useTaskView()
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
              label={filterBar.sort}
              options={Object.entries(sortNames).map(([value, name]) => ({ value, name }))}
              value={filter.sort ?? '-createdAt'}
              onChange={(sort) => change({ sort: sort as NonNullable<TaskFilter['sort']> })}
            />
          )}
          {layout === 'list' && <DisplayMenu view={filter} change={change} />}
          <ViewsMenu project={project} filter={filter} layout={layout} />
        </span>
      </div>
      {isFiltered(filter) && (
        <FilterChips slug={project.slug} filter={filter} change={change}>
          <ClearButton />
        </FilterChips>
      )}
    </div>
  )
}

export type ChangeFilter = (change: { [Name in keyof TaskView]: TaskView[Name] | undefined }) => void

/** Returns a function that changes the filter in the URL. Empty values are removed from it. */
export function useChangeFilter(): ChangeFilter {
  const navigate = useNavigate()
  const current = useTaskSearch()
  return (change) => {
    const filter = { ...viewOf(current), ...change }
    const entries = Object.entries(filter).filter(([, value]) => !isEmptyValue(value))
    const search = { task: current.task, ...searchFor(Object.fromEntries(entries)) }
    void navigate({ to: '.', search, replace: true })
  }
}

const isEmptyValue = (value: unknown) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

function SearchField() {
  const { search } = useTaskSearch()
  const change = useChangeFilter()
  return (
    <label className="relative min-w-32 grow basis-40 sm:max-w-56">
      <span className="sr-only">{filterBar.search}</span>
      <span aria-hidden className="absolute inset-y-0 left-2 flex items-center text-muted">
        <SearchIcon />
      </span>
      <input
        type="search"
        data-list-filter
        value={search ?? ''}
        placeholder={filterBar.search}
        maxLength={200}
        onChange={({ target }) => change({ search: target.value })}
        className="h-8 w-full rounded-md border border-strong-line bg-surface pr-2 pl-7 placeholder:text-muted hover:border-muted"
      />
    </label>
  )
}

/** The number of tasks per status. Each number toggles the filter for its status. */
function StatusCounts({ project: { stats } }: { project: ProjectWithStats }) {
  const { status: chosen = [] } = useTaskFilter()
  const shown = statuses.filter((status) => stats.byStatus[status] > 0 || chosen.includes(status))
  return (
    <ul aria-label={filterBar.statusCounts} className="flex min-w-0 gap-0.5 overflow-x-auto">
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

function ClearButton(): ReactNode {
  const navigate = useNavigate()
  const { task, sort, by, show } = useTaskSearch()
  return (
    <Button
      kind="quiet"
      className="h-6 px-2 text-xs"
      onClick={() => void navigate({ to: '.', search: { task, sort, by, show }, replace: true })}
    >
      {filterBar.clear}
    </Button>
  )
}
