import type { ReactNode } from 'react'
import type { TaskFilter } from '../../queries.ts'
import { FilterChips as Chips } from '../../ui/filters.tsx'
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
  const chips = names.map((name) => ({
    name,
    words: inWords(name, filter, assignees),
    take: () => change({ [name]: undefined }),
  }))
  return <Chips chips={chips}>{children}</Chips>
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
