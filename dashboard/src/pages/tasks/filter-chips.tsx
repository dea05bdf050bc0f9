import type { ReactNode } from 'react'
import type { TaskFilter } from '../../queries.ts'
import type { TaskView } from './task-filter.ts'
import { FilterChips as Chips } from '../../ui/filters.tsx'
import { useAssignees } from './assignees.ts'
import type { ChangeFilter } from './filter-bar.tsx'
import { dueNames, priorityNames, statusNames, typeNames } from './names.ts'
import { texts } from './texts.ts'

interface FilterChipsProps {
  slug: string
  filter: TaskView
  change: ChangeFilter
  children: ReactNode
}

/** The active filters as chips. A click on a chip removes its filter. */
export function FilterChips({ slug, filter, change, children }: FilterChipsProps) {
  const assignees = useAssignees(slug)
  const { sort: _, by: __, show: ___, ...filters } = filter
  const names = Object.keys(filters) as (keyof typeof filters)[]
  const chips = names.map((name) => ({
    name,
    text: describeFilter(name, filter, assignees),
    onRemove: () => change({ [name]: undefined }),
  }))
  return <Chips chips={chips}>{children}</Chips>
}

function describeFilter(
  name: keyof TaskFilter,
  filter: TaskFilter,
  assignees: { id: string; name: string }[],
): string {
  const { filterChips: chips, filterMenu, properties, unassigned } = texts
  const listed = <Value extends string>(values: Value[] | undefined, names: Record<Value, string>) =>
    values?.map((value) => names[value]).join(', ')
  const { assignee } = filter
  const assigneeName =
    assignee === 'me' ? filterMenu.me : (assignees.find(({ id }) => id === assignee)?.name ?? assignee)
  const words: Partial<Record<keyof TaskFilter, string | undefined>> = {
    search: chips.search(filter.search ?? ''),
    status: listed(filter.status, statusNames),
    priority: listed(filter.priority, priorityNames),
    type: listed(filter.type, typeNames),
    assignee: assignee === 'none' ? unassigned : chips.property(properties.assignee, String(assigneeName)),
    label: chips.property(properties.label, String(filter.label?.join(', '))),
    story: chips.property(properties.story, String(filter.story)),
    epic: chips.property(properties.epic, String(filter.epic)),
    feature: chips.property(properties.feature, String(filter.feature)),
    due: filter.due && chips.property(properties.due, dueNames[filter.due].toLowerCase()),
    blocked: filter.blocked ? chips.blocked : chips.notBlocked,
    held: filter.held ? chips.claimed : chips.unclaimed,
  }
  return words[name] ?? name
}
