import type { ReactNode } from 'react'
import type { TaskFilter } from '../../queries.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { useAssignees } from './assignees.ts'
import type { ChangeFilter } from './filter-bar.tsx'
import { dueNames, priorityNames, statusNames, typeNames } from './names.ts'

interface FilterChipsProps {
  slug: string
  filter: TaskFilter
  change: ChangeFilter
  children: ReactNode
}

/** What is filtered by, in words; each is taken away with a press. */
export function FilterChips({ slug, filter, change, children }: FilterChipsProps) {
  const assignees = useAssignees(slug)
  const { sort: _, ...filters } = filter
  const names = Object.keys(filters) as (keyof typeof filters)[]
  return (
    <ul aria-label="Filters" className="flex flex-wrap items-center gap-1">
      {names.map((name) => (
        <li key={name}>
          <button
            type="button"
            title="Take this filter away"
            onClick={() => change({ [name]: undefined })}
            className="inline-flex max-w-72 items-center gap-1 rounded-md bg-accent-soft py-0.5 pr-1 pl-2 text-xs text-accent hover:bg-hover"
          >
            <span className="truncate">{inWords(name, filter, assignees)}</span>
            <CloseIcon />
          </button>
        </li>
      ))}
      <li>{children}</li>
    </ul>
  )
}

function inWords(
  name: keyof TaskFilter,
  filter: TaskFilter,
  assignees: { id: string; name: string }[],
): string {
  const listed = <Value extends string>(values: Value[] | undefined, names: Record<Value, string>) =>
    values?.map((value) => names[value]).join(', ')
  const { assignee } = filter
  const who = { me: 'Me', none: 'Nobody' }[assignee!] ?? assignees.find(({ id }) => id === assignee)?.name
  const words: Partial<Record<keyof TaskFilter, string | undefined>> = {
    search: `“${filter.search}”`,
    status: listed(filter.status, statusNames),
    priority: listed(filter.priority, priorityNames),
    type: listed(filter.type, typeNames),
    assignee: `Assignee: ${who ?? assignee}`,
    label: `Label: ${filter.label?.join(', ')}`,
    story: `Story: ${filter.story}`,
    epic: `Epic: ${filter.epic}`,
    feature: `Feature: ${filter.feature}`,
    due: `Due: ${filter.due && dueNames[filter.due].toLowerCase()}`,
    blocked: filter.blocked ? 'Blocked' : 'Not blocked',
    held: filter.held ? 'Held by somebody' : 'Held by nobody',
  }
  return words[name] ?? name
}
